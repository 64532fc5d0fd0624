package import Dependence

/// The overrides for a whole test, which come from a trait or from `configureDependencies`.
///
/// A layer stores the closure that makes the overrides. A test that runs many times calls the
/// closure again for each run, so all runs start from the same state.
package struct ScopeLayer: Sendable {
  package typealias Update = @Sendable (inout DependencyValues) async throws -> Void

  private let site: SourceSite
  private let update: Update

  /// Creates a layer from a closure.
  ///
  /// - Parameters:
  ///   - site: The source location of the trait, for messages about its overrides.
  ///   - update: The closure that makes the overrides.
  package init(at site: SourceSite, _ update: @escaping Update) {
    self.site = site
    self.update = update
  }

  /// Runs `operation` in a scope inside `frame` that contains the overrides of this layer.
  ///
  /// Unlike the scope of `withDependencies`, this scope belongs to the whole test, so `operation`
  /// may still call `prepareDependencies`.
  ///
  /// - Parameter isDeferred: Whether ``Frame/reevaluated(onto:through:)`` calls the closure later, once
  ///   for each run of the test.
  package nonisolated(nonsending) func enter<Result>(
    over frame: Frame,
    isDeferred: Bool = false,
    _ operation: () async throws -> Result
  ) async throws -> Result {
    if isDeferred {
      RootNotes.withState(of: frame.root) {
        $0.layers.append(EnteredLayer(self, from: frame, to: frame, prepares: false))
      }
      return try await Frame.bind(frame, operation)
    }
    return try await Frame.bind(evaluate(over: frame), operation)
  }

  /// Calls the closure in `frame`, and returns the resulting scope with the overrides.
  nonisolated(nonsending) func evaluate(over frame: Frame) async throws -> Frame {
    try await Frame.bind(frame) {
      let wasPrepared = frame.root.isPrepared
      var values = DependencyValues(over: frame)
      try await update(&values)
      note(from: frame, to: values.frame, wasPrepared: wasPrepared)
      return values.frame
    }
  }

  /// Runs `operation` in the scope of this layer. The parameter `update` must have the same effect
  /// as the closure of the layer. It does not have to be escaping.
  package func enter<Result>(
    over frame: Frame,
    _ update: (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    try Frame.bind(frame) {
      let wasPrepared = frame.root.isPrepared
      var values = DependencyValues(over: frame)
      try update(&values)
      note(from: frame, to: values.frame, wasPrepared: wasPrepared)
      return try Frame.bind(values.frame, operation)
    }
  }

  /// Records the source location of the overrides from frame `base` to frame `top`, and notifies
  /// observers of them.
  private func note(from base: Frame, to top: Frame, wasPrepared: Bool) {
    let overrides = top.overrides(over: base)
    let prepares = !wasPrepared && base.root.isPrepared
    RootNotes.withState(of: base.root) { state in
      state.layers.append(EnteredLayer(self, from: base, to: top, prepares: prepares))
      if !top.isInsideOperation {
        for frame in overrides { state.origins[ObjectIdentifier(frame)] = site }
      }
    }
    if !overrides.isEmpty { top.noteBinding(over: base, at: site) }
  }
}

/// A layer that was applied, with the frames at which its overrides begin and end.
struct EnteredLayer: Sendable {
  let layer: ScopeLayer
  /// The identity of the frame to which the layer was applied.
  let base: ObjectIdentifier
  /// The identity of the resulting frame. It equals `base` if the layer has no overrides or is
  /// deferred.
  let top: ObjectIdentifier
  /// Whether the closure of the layer called `prepareDependencies`.
  let prepares: Bool

  fileprivate init(_ layer: ScopeLayer, from base: Frame, to top: Frame, prepares: Bool) {
    self.init(layer, ObjectIdentifier(base), ObjectIdentifier(top), prepares: prepares)
  }

  private init(
    _ layer: ScopeLayer,
    _ base: ObjectIdentifier,
    _ top: ObjectIdentifier,
    prepares: Bool
  ) {
    self.layer = layer
    self.base = base
    self.top = top
    self.prepares = prepares
  }

  /// Returns this layer with the copies of its frames, or `nil` if one of its frames was not
  /// copied.
  func moved(to copies: [ObjectIdentifier: ObjectIdentifier]) -> Self? {
    guard let base = copies[base], let top = copies[top] else { return nil }
    return Self(layer, base, top, prepares: prepares)
  }
}
