/// An operation of a built-in dependency that nobody has implemented.
package struct UnimplementedOperation: Sendable {
  private let name: String
  private let override: String
  private let fallback: SourceSite

  /// Made while the test value is computed, it keeps the place of the read that needs the value.
  ///
  /// - Parameters:
  ///   - name: The property of ``DependencyValues``.
  ///   - override: The assignment that implements it, to paste.
  package init(
    _ name: String,
    override: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    self.name = name
    self.override = override
    fallback =
      DefaultReader.site
      ?? SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reports a call.
  ///
  /// - Parameter site: Where the caller stands; nil if the operation cannot know.
  package func reportCall(at site: SourceSite?) {
    report(name, kind: .unimplemented(endpoint: name), override: override, at: site ?? fallback)
  }
}
