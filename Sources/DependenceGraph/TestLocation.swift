/// The source location where a test creates a root. Generated code passes it to doubles.
public struct _TestLocation: Sendable {
  let root: String
  let site: SourceSite

  /// Creates a source location for messages of doubles.
  ///
  /// - Parameter root: The name of the root's type.
  public init(of root: String, fileID: String, filePath: String, line: Int, column: Int) {
    self.root = root
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
