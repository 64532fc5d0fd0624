package import Dependence

extension DependencyValues {
  /// Runs a synchronous `operation` in the scope that `update` sets up on top of `frame` for a root as a whole.
  ///
  /// - Parameter update: Runs once here, and once more for each run of a search in `operation`: see ``ScopeLayer``.
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

/// A frame whose observer watches everything above it, and has been told of what is overridden beneath.
package func ObserverFrame(_ observer: any ReadObserver, over parent: Frame) -> Frame {
  let origins = RootNotes.known(parent.root)?.origins ?? [:]
  if let observer = observer as? any KeyObserver {
    observer.didBind(parent.overrides(over: nil)) { origins[ObjectIdentifier($0)] }
  }
  return ScopeFrame(over: parent, observer: observer)
}
