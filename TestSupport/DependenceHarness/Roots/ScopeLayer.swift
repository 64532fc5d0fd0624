package import Dependence

/// The overrides that a trait or `configureDependencies` sets up for a whole test.
///
/// A layer stores the closure that sets up the overrides. Each run of a search evaluates the
/// closure again, so that all runs start from the same state.
package struct ScopeLayer: Sendable {
  package typealias Update = @Sendable (inout DependencyValues) async throws -> Void

  private let site: SourceSite
  private let update: Update

  /// - Parameters:
  ///   - site: The source location of the trait, for messages about its overrides.
  ///   - update: The closure that sets up the overrides.
  package init(at site: SourceSite, _ update: @escaping Update) {
    self.site = site
    self.update = update
  }

  /// Runs `operation` in the scope that this layer sets up on top of `frame`.
  ///
  /// In contrast to a scope of `withDependencies`, this scope applies to the root as a whole.
  /// Therefore, the operation may still call `prepareDependencies`.
  ///
  /// - Parameter isDeferred: Whether to leave the evaluation of the layer to
  ///   ``Frame/remade(onto:through:)``. A search evaluates the layer for each of its runs.
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

  /// Evaluates the closure on top of `frame`, and returns the scope with its overrides.
  nonisolated(nonsending) func evaluate(over frame: Frame) async throws -> Frame {
    try await Frame.bind(frame) {
      let wasPrepared = frame.root.isPrepared
      var values = DependencyValues(over: frame)
      try await update(&values)
      note(from: frame, to: values.frame, wasPrepared: wasPrepared)
      return values.frame
    }
  }

  /// Runs `operation` in the scope of this layer. `update` must be equivalent to the layer's
  /// closure.
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

  /// Records the source location of the overrides between two frames, and notifies the observers.
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

/// A layer and its position in the chain of frames.
struct EnteredLayer: Sendable {
  let layer: ScopeLayer
  /// The frame on which the layer was evaluated.
  let base: ObjectIdentifier
  /// The resulting frame, which is equal to `base` if the layer binds nothing or is deferred.
  let top: ObjectIdentifier
  /// Whether the layer called `prepareDependencies`.
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

  /// Returns the layer with copied frames, or `nil` if one of its two frames was not copied.
  func moved(to copies: [ObjectIdentifier: ObjectIdentifier]) -> Self? {
    guard let base = copies[base], let top = copies[top] else { return nil }
    return Self(layer, base, top, prepares: prepares)
  }
}
