/// The source location where a test creates the root of a dependency graph.
///
/// Generated code passes this location to test doubles, which report each call to one of their
/// members as an issue at this location.
public struct _TestLocation: Sendable {
  let root: String
  let site: SourceSite

  /// Creates a test location from the file, line and column of the expression in a test that
  /// instantiates the root of a dependency graph. Test doubles report issues at this location.
  ///
  /// - Parameter root: The name of the type at the root of the graph, shown in messages.
  public init(of root: String, fileID: String, filePath: String, line: Int, column: Int) {
    self.root = root
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
