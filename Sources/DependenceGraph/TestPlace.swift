/// The place where a test makes a root, as generated code refers to it.
public struct _TestPlace: Sendable {
  let root: String
  let site: SourceSite

  /// - Parameter root: The root's type.
  public init(of root: String, fileID: String, filePath: String, line: Int, column: Int) {
    self.root = root
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
