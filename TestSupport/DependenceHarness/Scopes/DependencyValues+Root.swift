package import Dependence

extension DependencyValues {
  /// Runs `operation` in a scope inside `frame` whose overrides apply to the whole test.
  ///
  /// - Parameter update: A closure that makes the overrides. It is called again for each run of a
  ///   test that runs many times: see ``ScopeLayer``.
  package static func withRoot<Result>(
    _ frame: Frame,
    boundAt site: SourceSite,
    _ update: @escaping @Sendable (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let layer = ScopeLayer(at: site) { try update(&$0) }
    return try layer.enter(over: frame, update, operation: operation)
  }
}

/// Creates a frame whose observer watches all scopes inside it. The observer is also notified of
/// the overrides that already exist in `parent`.
package func ObserverFrame(_ observer: any ReadObserver, over parent: Frame) -> Frame {
  let origins = RootNotes.known(parent.root)?.origins ?? [:]
  if let observer = observer as? any KeyObserver {
    observer.didBind(parent.overrides(over: nil)) { origins[ObjectIdentifier($0)] }
  }
  return ScopeFrame(over: parent, observer: observer)
}
