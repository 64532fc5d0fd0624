/// The source location where a test creates the root of a dependency graph.
///
/// Generated code passes this location to test doubles. A test double reports each call of its
/// members as an issue at this location.
public struct _TestLocation: Sendable {
  let root: String
  let site: SourceSite

  /// Creates the source location of the expression with which a test creates the root of a
  /// dependency graph. Test doubles report issues at this location.
  ///
  /// - Parameter root: The name of the type at the root of the graph, for use in messages.
  public init(of root: String, fileID: String, filePath: String, line: Int, column: Int) {
    self.root = root
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
