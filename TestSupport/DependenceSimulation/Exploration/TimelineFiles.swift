import Dependence
import Foundation

#if canImport(Testing)
import Testing
#endif

/// The drawings of a failed run, as attachments of the test and as files.
///
/// Most test runs discard attachments, and XCTest on Linux has none. The drawings are therefore
/// also files in a temporary folder, and the failure message contains their paths.
struct TimelineFiles: Sendable {
  private let text: String
  private let picture: String
  private let name: String

  /// - Parameters:
  ///   - site: The source location of the search, which is part of the file names.
  ///   - token: The token that replays the run. It distinguishes the files of different runs.
  init(_ record: RunRecord, at site: SourceSite, token: ReplayToken?) {
    let record = record.excerpt
    text = TimelineText().draw(record)
    picture = TimelineSVG().draw(record)
    let file = site.fileID.split(separator: "/").last?.split(separator: ".").first ?? "schedule"
    // A token may be longer than a file name. Its last parts distinguish runs.
    let run = token.map { "\($0)".split(separator: "-").suffix(2).joined(separator: "-") } ?? "run"
    name = "\(file)-\(site.line)-\(run)"
  }

  /// Attaches the drawings of a run to the test, and prints the paths of their files.
  static func record(_ record: RunRecord, at site: SourceSite, token: ReplayToken? = nil) {
    let files = TimelineFiles(record, at: site, token: token)
    System.writeToStandardError("\(files.save())\n")
    files.attach()
  }

  /// Attaches the drawings to the running test.
  func attach() {
    #if canImport(Testing)
    guard Test.current != nil else { return }
    Attachment.record(text, named: "schedule.txt")
    Attachment.record(picture, named: "schedule.svg")
    #endif
  }

  /// Writes the files, and returns a line with their paths for a message.
  func save() -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dependence-schedules")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let files = [("svg", picture), ("txt", text)].map { kind, contents in
        (folder.appending(path: "\(name).\(kind)"), contents)
      }
      for (file, contents) in files {
        try Data(contents.utf8).write(to: file, options: .atomic)
      }
      return "Timeline: \(files.map(\.0.path).joined(separator: " and "))"
    } catch {
      return "The timeline was not saved: \(error)"
    }
  }
}
