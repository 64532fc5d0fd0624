import Foundation
package import Testing

/// A file that contains the expected output of a test.
///
/// If the environment variable `RECORD_GOLDEN` is `1`, the file is overwritten with the actual
/// output. The test then fails, so that the variable is not set by accident.
package struct GoldenFile {
  private let url: URL

  /// Creates a reference to a file in `Fixtures/Golden`.
  ///
  /// - Parameter path: The path below `Fixtures/Golden`. Spaces are replaced by hyphens, so that
  ///   the path can contain the name of an example.
  package init(_ path: String) {
    self.init(inPackage: "Fixtures/Golden/\(path.replacing(" ", with: "-"))")
  }

  /// Creates a reference to a file anywhere in the package, for files that have other uses, too.
  ///
  /// - Parameter path: The path relative to the root folder of the package.
  package init(inPackage path: String) {
    url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: path)
  }

  /// Checks that `text` equals the contents of the file, or overwrites the file.
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
