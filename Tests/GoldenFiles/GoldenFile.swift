import Foundation
package import Testing

/// Long expected output, in a file of its own.
///
/// With `RECORD_GOLDEN=1` in the environment the file is written anew, and the run fails, so that
/// nobody records by accident.
package struct GoldenFile {
  private let url: URL

  /// - Parameter path: The path below `Fixtures/Golden`. Spaces become hyphens, so that the names of
  ///   examples can be used in paths.
  package init(_ path: String) {
    self.init(inPackage: "Fixtures/Golden/\(path.replacing(" ", with: "-"))")
  }

  /// - Parameter path: Where it lies in the package, for what is shown elsewhere too.
  package init(inPackage path: String) {
    url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: path)
  }

  /// Expects `text` to be what was recorded.
  package func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try text.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("recorded \(url.lastPathComponent)", sourceLocation: sourceLocation)
      return
    }
    let recorded = try String(contentsOf: url, encoding: .utf8)
    #expect(
      text == recorded,
      "the output has changed; look at it, and record it with RECORD_GOLDEN=1",
      sourceLocation: sourceLocation
    )
  }
}
