public import Dependence

extension DependencyValues {
  /// Overrides a dependency with a resource, such as a folder or a server, and frees the resource
  /// when the test ends, even if the test fails. If a test has several resources, the last one is
  /// freed first.
  ///
  /// ```swift
  /// override func configureDependencies(_ dependencies: inout DependencyValues) throws {
  ///   dependencies.lend(try TemporaryFolder(), as: \.folder) { try $0.remove() }
  /// }
  /// ```
  ///
  /// In Swift Testing, use the trait `.resource(_:setUp:tearDown:)` instead.
  ///
  /// - Parameter tearDown: A closure that frees the resource. It runs once, when the test ends, and
  ///   can read the resource and any overrides assigned before it. If it throws an error, an issue
  ///   is reported.
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
    assign(resource, to: keyPath)
    let scope = frame
    let lent = LentResource(at: site, in: scope) { try tearDown(resource) }
    scope.root.add(lent)
    // If the test has ended in the meantime, its checks may have missed the resource. Free the
    // resource here, unless they have already freed it.
    guard scope.root.isClosed, let findings = lent.free() else { return }
    let message =
      "A resource was lent after the test had ended, so its tearDown closure was called immediately."
    for issue in [DependencyIssue(message, at: site)] + findings {
      IssuePath.deliver(issue, from: scope)
    }
  }
}

/// A resource that is freed when the test ends. It conforms to ``RootAudit`` because audits are
/// notified of the end of the test.
final class LentResource: RootAudit {
  private let site: SourceSite
  /// The scope in which `tearDown` frees the resource. The scope's dependency root retains this
  /// object until the test ends, so the reference cycle between them is temporary.
  private let scope: Frame
  /// The closure that frees the resource, or `nil` if it has already been called.
  private let tearDown: Lock<(@Sendable () throws -> Void)?>

  init(at site: SourceSite, in scope: Frame, _ tearDown: @escaping @Sendable () throws -> Void) {
    (self.site, self.scope, self.tearDown) = (site, scope, Lock(tearDown))
  }

  func finish(_ root: DependencyRoot) -> [DependencyIssue] { free() ?? [] }

  /// Frees the resource, and returns the problems. Returns `nil` if it has already been freed.
  fileprivate func free() -> [DependencyIssue]? {
    guard let tearDown = tearDown.withLock({ $0.take() }) else { return nil }
    do {
      try Frame.bind(scope, tearDown)
      return []
    } catch {
      let message =
        "The tearDown closure of the resource that was lent here threw \(error). Check that the resource was freed."
      return [DependencyIssue(message, kind: .leftover, at: site)]
    }
  }
}
