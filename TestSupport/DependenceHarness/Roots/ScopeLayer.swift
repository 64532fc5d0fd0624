package import Dependence

/// The overrides that a trait or `configureDependencies` sets for a whole test.
///
/// A layer stores the closure that sets the overrides rather than the values themselves. A repeated
/// test calls the closure again before each run, so that all runs start in the same state.
package struct ScopeLayer: Sendable {
  package typealias Update = @Sendable (inout DependencyValues) async throws -> Void

  /// The source location of the trait, shown in messages about its overrides.
  private let site: SourceSite
  private let update: Update

  package init(at site: SourceSite, _ update: @escaping Update) {
    self.site = site
    self.update = update
  }

  /// Runs `operation` in a new scope inside `frame`, with this layer's overrides.
  ///
  /// Unlike a scope created by `withDependencies`, the new scope is part of the test's setup, so
  /// `operation` may still call `prepareDependencies`.
  ///
  /// - Parameter isDeferred: Whether to register the layer without calling its closure yet. In a
  ///   repeated test, ``Frame/reevaluated(onto:through:)`` then calls the closure before each run.
  package nonisolated(nonsending) func enter<Result>(
    over frame: Frame,
    isDeferred: Bool = false,
    _ operation: () async throws -> Result
  ) async throws -> Result {
    if isDeferred {
      let entered = EnteredLayer(self, from: frame, to: frame, prepares: false)
      RootData.withState(of: frame.root) { $0.layers.append(entered) }
      defer { entered.leave(frame, over: frame) }
      return try await Frame.bind(frame, operation)
    }
    let (top, entered) = try await evaluate(over: frame)
    defer { entered.leave(top, over: frame) }
    return try await Frame.bind(top, operation)
  }

  /// Runs a synchronous `operation` in a new scope whose parent is `frame`, with overrides that
  /// apply to the whole test.
  ///
  /// - Parameters:
  ///   - site: The source location shown in messages about the overrides.
  ///   - update: A closure that sets the overrides. In a repeated test, it is called again before
  ///     each run.
  package static func enter<Result>(
    over frame: Frame,
    at site: SourceSite,
    _ update: @escaping @Sendable (inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let layer = ScopeLayer(at: site) { try update(&$0) }
    return try Frame.bind(frame) {
      let wasPrepared = frame.root.isPrepared
      let (values, _) = try DependencyValues.assigning(over: frame, update)
      let entered = layer.note(from: frame, to: values.frame, wasPrepared: wasPrepared)
      defer { entered.leave(values.frame, over: frame) }
      return try Frame.bind(values.frame, operation)
    }
  }

  /// Calls the layer's closure in the scope `frame`, and returns a new scope with the closure's
  /// overrides.
  nonisolated(nonsending) func evaluate(
    over frame: Frame
  ) async throws -> (top: Frame, entered: EnteredLayer) {
    try await Frame.bind(frame) {
      let wasPrepared = frame.root.isPrepared
      let values = try await DependencyValues.assigning(over: frame, update)
      let entered = note(from: frame, to: values.frame, wasPrepared: wasPrepared)
      return (values.frame, entered)
    }
  }

  /// Registers this layer with the dependency root, records `site` as the source location of the
  /// layer's overrides, and notifies observers of the overrides. A scope is a chain of frames. The
  /// overrides are in the frames from `top` outward to, but not including, `base`.
  private func note(from base: Frame, to top: Frame, wasPrepared: Bool) -> EnteredLayer {
    if !base.root.isOfSuite { base.root.setTestScope(top) }
    let overrides = top.overrides(over: base)
    let prepares = !wasPrepared && base.root.isPrepared
    let entered = EnteredLayer(self, from: base, to: top, prepares: prepares)
    RootData.withState(of: base.root) { state in
      state.layers.append(entered)
      if !top.isInsideOperation {
        for frame in overrides { state.overrideSites[ObjectIdentifier(frame)] = site }
      }
    }
    if let didProvide = base.root.didProvide {
      for frame in overrides {
        if let key = frame.record { didProvide(key, true) { frame.preparable } }
      }
    }
    if !overrides.isEmpty { top.noteBinding(over: base, at: site) }
    return entered
  }
}

/// A layer that has been applied to a scope, together with the range of frames that it added. A
/// scope is a chain of frames, most of which contain one override.
final class EnteredLayer: Sendable {
  let layer: ScopeLayer
  /// The identity of the scope's innermost frame before the layer was applied.
  let base: ObjectIdentifier
  /// The identity of the scope's innermost frame after the layer was applied. It equals `base` if
  /// the layer added no frames, for example because its closure has not been called yet.
  let top: ObjectIdentifier
  /// Whether the layer's closure prepared the first values in its dependency root, for example with
  /// `prepareDependencies`. If so, a repeated test does not copy the prepared values to the root of
  /// its next run. Instead, it calls the closure again, which prepares new values for that run.
  let prepares: Bool

  /// Creates a layer from the identities of frames, or of copies of frames.
  private init(
    _ layer: ScopeLayer,
    base: ObjectIdentifier,
    top: ObjectIdentifier,
    prepares: Bool
  ) {
    (self.layer, self.base, self.top, self.prepares) = (layer, base, top, prepares)
  }

  fileprivate convenience init(
    _ layer: ScopeLayer,
    from base: Frame,
    to top: Frame,
    prepares: Bool
  ) {
    self.init(layer, base: ObjectIdentifier(base), top: ObjectIdentifier(top), prepares: prepares)
  }

  /// Returns a copy of this layer for a copied scope. In the copy, ``base`` and ``top`` identify
  /// the copied frames. `copies` maps the identity of each original frame to that of its copy.
  /// Returns `nil` if `copies` does not contain `base` or `top`.
  func moved(to copies: [ObjectIdentifier: ObjectIdentifier]) -> EnteredLayer? {
    guard let base = copies[base], let top = copies[top] else { return nil }
    return EnteredLayer(layer, base: base, top: top, prepares: prepares)
  }

  /// Removes this layer, and the source locations of its overrides, from its dependency root at the
  /// end of its scope. The layer is removed because a trait that runs a test twice enters the layer
  /// again. The locations are removed because later frames may have the same addresses.
  fileprivate func leave(_ top: Frame, over base: Frame) {
    let overrides = top.overrides(over: base)
    RootData.withState(of: base.root) { state in
      state.layers.removeAll { $0 === self }
      for frame in overrides { state.overrideSites[ObjectIdentifier(frame)] = nil }
    }
  }
}
