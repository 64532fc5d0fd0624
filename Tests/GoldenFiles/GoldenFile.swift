import Foundation
package import Testing

/// Long expected output in a separate file.
///
/// With `RECORD_GOLDEN=1` in the environment, the file is overwritten. The run then fails, so that
/// the variable is not set by accident.
package struct GoldenFile {
  private let url: URL

  /// - Parameter path: The path below `Fixtures/Golden`. Spaces are replaced by hyphens, so that
  /// paths can contain the names of examples.
  package init(_ path: String) {
    self.init(inPackage: "Fixtures/Golden/\(path.replacing(" ", with: "-"))")
  }

  /// - Parameter path: The path in the package, for files that are also used elsewhere.
  package init(inPackage path: String) {
    url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: path)
  }

  /// Expects `text` to equal the recorded output.
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
