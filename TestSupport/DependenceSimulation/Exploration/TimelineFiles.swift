import Dependence
import Foundation

#if canImport(Testing)
import Testing
#endif

/// The drawings of a failed run, as attachments of the test and as files.
///
/// Most runs do not keep attachments, and XCTest has none on Linux. So the drawings are files in a temporary folder,
/// too, and the failure says where.
struct TimelineFiles: Sendable {
  private let text: String
  private let picture: String
  private let name: String

  /// - Parameters:
  ///   - site: The line of the search, after which the files are named.
  ///   - token: The token that replays the run. The files of another run have another name.
  init(_ record: RunRecord, at site: SourceSite, token: ReplayToken?) {
    let record = record.excerpt
    text = TimelineText().draw(record)
    picture = TimelineSVG().draw(record)
    let file = site.fileID.split(separator: "/").last?.split(separator: ".").first ?? "schedule"
    // A token may be longer than a name of a file. Its last parts tell runs apart.
    let run = token.map { "\($0)".split(separator: "-").suffix(2).joined(separator: "-") } ?? "run"
    name = "\(file)-\(site.line)-\(run)"
  }

  /// Attaches the drawings of a run to the test, and prints where their files are.
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

  /// Writes the files, and returns the line of a message that says where they are.
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
