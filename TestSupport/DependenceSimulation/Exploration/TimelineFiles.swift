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
  /// - Parameter site: The source location of the simulation or search, which becomes part of the
  ///   file names. They also contain hashes of the run and its diagram, because several tests or
  ///   cases of a test may share a source location.
  init(_ record: RunRecord, at site: SourceSite) {
    let record = record.excerpt
    text = TimelineText().draw(record)
    picture = TimelineSVG().draw(record)
    let file = site.fileID.split(separator: "/").last?.split(separator: ".").first ?? "schedule"
    name = "\(file)-\(site.line)-\(record.fingerprint.hex)-\(text.checksum.hex)"
  }

  /// Draws diagrams of a run, saves them as files, prints the files' paths, and attaches the
  /// diagrams to the test.
  static func record(_ record: RunRecord, at site: SourceSite) {
    let files = TimelineFiles(record, at: site)
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
