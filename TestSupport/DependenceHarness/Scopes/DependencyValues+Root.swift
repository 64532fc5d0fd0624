package import Dependence

extension DependencyValues {
  /// Runs `operation` in the scope that `update` sets up on top of `frame`.
  ///
  /// Unlike an operation of `withDependencies`, such a scope belongs to the root as a whole, and the
  /// operation may still call `prepareDependencies`.
  package nonisolated(nonsending) static func withRoot<Result>(
    _ frame: Frame,
    boundAt site: SourceSite,
    _ update: (inout DependencyValues) async throws -> Void,
    operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Frame.bind(frame) {
      var values = DependencyValues(over: frame)
      try await update(&values)
      values.frame.noteOrigins(over: frame, at: site)
      return try await Frame.bind(values.frame, operation)
    }
  }

  /// Runs a synchronous `operation` in the scope that `update` sets up on top of `frame`.
  package static func withRoot<Result>(
    _ frame: Frame,
    boundAt site: SourceSite,
    _ update: (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try Frame.bind(frame) {
      var values = DependencyValues(over: frame)
      try update(&values)
      values.frame.noteOrigins(over: frame, at: site)
      return try Frame.bind(values.frame, operation)
    }
  }
}

extension Frame {
  /// Notes where the overrides between this frame and `base` stand, and tells whoever watches.
  fileprivate func noteOrigins(over base: Frame, at site: SourceSite) {
    let overrides = overrides(over: base)
    guard !overrides.isEmpty else { return }
    if !isInsideOperation {
      RootNotes.withState(of: root) { state in
        for frame in overrides { state.origins[ObjectIdentifier(frame)] = site }
      }
    }
    noteBinding(over: base, at: site)
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
