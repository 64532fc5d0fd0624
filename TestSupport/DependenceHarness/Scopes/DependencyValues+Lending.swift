public import Dependence

extension DependencyValues {
  /// Overrides a dependency with a resource, such as a folder or a server, and frees the resource
  /// when the test ends, even if the test fails.
  ///
  /// ```swift
  /// override func configureDependencies(_ dependencies: inout DependencyValues) throws {
  ///   dependencies.lend(try TemporaryFolder(), as: \.folder) { try $0.remove() }
  /// }
  /// ```
  ///
  /// In Swift Testing, use the trait `.resource(_:setUp:tearDown:)` instead.
  ///
  /// - Parameter tearDown: A closure that frees the resource. It runs once, in the scope of the
  ///   test. If it throws an error, an issue is reported.
  public mutating func lend<Resource: Sendable>(
    _ resource: Resource,
    as keyPath: any WritableKeyPath<DependencyValues, Resource> & Sendable,
    tearDown: @escaping @Sendable (Resource) throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    frame.root.add(LentResource(at: site) { try tearDown(resource) })
    assign(resource, to: keyPath)
  }
}

/// A resource that is freed when the test ends. It conforms to ``RootAudit`` in order to be
/// notified of the end of the test.
private final class LentResource: RootAudit {
  private let site: SourceSite
  private let tearDown: @Sendable () throws -> Void

  init(at site: SourceSite, _ tearDown: @escaping @Sendable () throws -> Void) {
    (self.site, self.tearDown) = (site, tearDown)
  }

  func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    do {
      try tearDown()
      return []
    } catch {
      let message =
        "The tearDown closure of the resource that was lent here threw \(error). Check that the resource was freed."
      return [DependencyIssue(message, kind: .leftover, at: site)]
    }
  }
}
