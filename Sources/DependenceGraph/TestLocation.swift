/// The source location where a test creates the root of a graph. Generated code passes it to the
/// doubles, which report their calls there.
public struct _TestLocation: Sendable {
  let root: String
  let site: SourceSite

  /// Creates a source location for the messages of generated doubles.
  ///
  /// - Parameter root: The name of the type that is the root of the graph.
  public init(of root: String, fileID: String, filePath: String, line: Int, column: Int) {
    self.root = root
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
