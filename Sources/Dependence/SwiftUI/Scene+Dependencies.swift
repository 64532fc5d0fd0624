#if canImport(SwiftUI)
public import SwiftUI

extension Scene {
  /// Installs dependencies for the whole process, like ``prepareDependencies(_:fileID:filePath:line:column:)``.
  ///
  /// For the composition root: what the first evaluation installs stays. SwiftUI evaluates the body of
  /// an app again and again, and later evaluations of this call do nothing and report nothing. Another
  /// call at another place is a second preparation, which is a reported issue and is ignored.
  public func dependencies(
    _ update: (inout DependencyValues) -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> some Scene {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    prepareDependenciesOnce(update, at: site)
    return self
  }
}
#endif
