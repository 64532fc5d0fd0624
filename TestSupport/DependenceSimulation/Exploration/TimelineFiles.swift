import Dependence
import Foundation

#if canImport(Testing)
import Testing
#endif

/// Diagrams of a failed run as text and as an SVG image, attached to the test and saved as files.
///
/// Most test runs discard attachments, and XCTest on Linux does not support them, so the diagrams
/// are also saved in a temporary folder. The failure message contains their paths.
struct TimelineFiles: Sendable {
  private let text: String
  private let picture: String
  private let name: String

  /// Draws a run as text and as an SVG image.
  ///
  /// - Parameters:
  ///   - site: The source location of the search, which becomes part of the file names.
  ///   - token: The token that replays the run, or `nil` if there is none. The file names contain
  ///     part of the token, so that different runs have different files.
  init(_ record: RunRecord, at site: SourceSite, token: ReplayToken?) {
    let record = record.excerpt
    text = TimelineText().draw(record)
    picture = TimelineSVG().draw(record)
    let file = site.fileID.split(separator: "/").last?.split(separator: ".").first ?? "schedule"
    // A token may be too long for a file name, but its last two parts are enough to distinguish the
    // runs of a test.
    let run = token.map { "\($0)".split(separator: "-").suffix(2).joined(separator: "-") } ?? "run"
    name = "\(file)-\(site.line)-\(run)"
  }

  /// Draws diagrams of a run, saves them as files, prints the files' paths, and attaches the
  /// diagrams to the test.
  static func record(_ record: RunRecord, at site: SourceSite, token: ReplayToken? = nil) {
    let files = TimelineFiles(record, at: site, token: token)
    System.writeToStandardError("\(files.save())\n")
    files.attach()
  }

  /// Attaches the diagrams to the current Swift Testing test, if there is one.
  func attach() {
    #if canImport(Testing)
    guard Test.current != nil else { return }
    Attachment.record(text, named: "schedule.txt")
    Attachment.record(picture, named: "schedule.svg")
    #endif
  }

  /// Saves the diagrams in the temporary folder, and returns a line with the files' paths for the
  /// failure message.
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
      return "The files with the timeline could not be written: \(error)"
    }
  }
}
