package import Dependence

extension DependencyValues {
  /// Runs `operation` in a new scope inside `frame`, with overrides that apply to the whole test.
  ///
  /// - Parameter update: A closure that sets the overrides. In a repeated test, it is called again
  ///   before each run. See ``ScopeLayer``.
  package static func withRoot<Result>(
    _ frame: Frame,
    boundAt site: SourceSite,
    _ update: @escaping @Sendable (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let layer = ScopeLayer(at: site) { try update(&$0) }
    return try Frame.bind(frame) {
      let wasPrepared = frame.root.isPrepared
      let (values, _) = try DependencyValues.assigning(over: frame, update)
      layer.note(from: frame, to: values.frame, wasPrepared: wasPrepared)
      return try Frame.bind(values.frame, operation)
    }
  }
}

/// Creates a scope inside `parent` with an observer. The observer is notified of reads and
/// overrides in this scope and in all scopes inside it. A ``KeyObserver`` is also notified of the
/// existing overrides in `parent`.
package func ObserverFrame(_ observer: any ReadObserver, over parent: Frame) -> Frame {
  let overrideSites = RootData.known(parent.root)?.overrideSites ?? [:]
  if let observer = observer as? any KeyObserver {
    observer.didBind(parent.overrides(over: nil)) { overrideSites[ObjectIdentifier($0)] }
  }
  return ScopeFrame(over: parent, observer: observer)
}
