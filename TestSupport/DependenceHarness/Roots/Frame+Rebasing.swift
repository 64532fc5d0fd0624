package import Dependence

extension Frame {
  /// Copies this scope to another root. The copy contains the overrides, reporters and observers in
  /// their order, and the prepared values, but no defaults.
  ///
  /// Reads through the copy are not recorded as part of a default that is being computed. A value
  /// of another root must not become part of a default of this root.
  ///
  /// - Parameters:
  ///   - bottom: The bottom frame of a root from which nothing has been read yet.
  ///   - isTaken: Returns `true` for each frame to copy. By default, all frames are copied.
  package final func rebased(
    onto bottom: RootFrame,
    where isIncluded: (Frame) -> Bool = { _ in true }
  ) -> Frame {
    var copy = ScopeCopy(of: self, onto: bottom)
    for frame in chain where isIncluded(frame) { copy.take(frame) }
    bottom.root.continue(root)
    return copy.finish()
  }

  /// Recreates this scope on another root. In contrast to ``rebased(onto:where:)``, each
  /// ``ScopeLayer`` is evaluated again instead of copied.
  ///
  /// - Parameters:
  ///   - bottom: The bottom frame of a root from which nothing has been read yet.
  ///   - start: A frame on top of `bottom`, on which the new scope is built.
  /// - Throws: The error that the closure of a layer throws.
  package final func remade(onto bottom: RootFrame, through start: Frame) async throws -> Frame {
    let layers = RootNotes.known(root)?.layers ?? []
    let chain = chain
    let identities = Set(chain.map { ObjectIdentifier($0) })
    bottom.root.continue(root, withPreparation: !layers.contains(where: \.prepares))
    var copy = ScopeCopy(of: self, onto: bottom)
    copy.top = start
    // The last frame of the layer that was just evaluated again. The original frames up to this one
    // are skipped.
    var end: ObjectIdentifier?
    for frame in chain {
      let identity = ObjectIdentifier(frame)
      if end == nil { copy.take(frame, tellsObservers: true) }
      if end == identity { end = nil }
      guard end == nil else { continue }
      for entered in layers where entered.base == identity && identities.contains(entered.top) {
        copy.top = try await entered.layer.evaluate(over: copy.top)
        if entered.top != identity { end = entered.top }
      }
    }
    return copy.finish(withLayers: false)
  }

  /// The frames of this scope, outermost first.
  private final var chain: [Frame] { sequence(first: self, next: \.outer).reversed() }
}

/// A copy of a chain of frames that is under construction.
private struct ScopeCopy {
  var top: Frame
  private let bottom: RootFrame
  private let original: RootNotes.State?
  private var origins: [ObjectIdentifier: SourceSite] = [:]
  private var copies: [ObjectIdentifier: ObjectIdentifier] = [:]

  init(of frame: Frame, onto bottom: RootFrame) {
    top = bottom
    self.bottom = bottom
    original = RootNotes.known(frame.root)
  }

  /// Adds a copy of `frame` on top of the chain.
  ///
  /// - Parameter tellsObservers: Whether to notify the observer in `frame` about the overrides
  ///   below the copy, because they may be new.
  mutating func take(_ frame: Frame, tellsObservers: Bool = false) {
    top = frame.copy(over: top)
    copies[ObjectIdentifier(frame)] = ObjectIdentifier(top)
    if let origin = original?.origins[ObjectIdentifier(frame)] {
      origins[ObjectIdentifier(top)] = origin
    }
    if tellsObservers, let observer = (top as? ScopeFrame)?.observer as? any KeyObserver {
      let known = RootNotes.known(bottom.root)?.origins ?? [:]
      observer.didBind(top.overrides(over: nil)) { [origins] frame in
        known[ObjectIdentifier(frame)] ?? origins[ObjectIdentifier(frame)]
      }
    }
  }

  /// Registers the source locations and layers of the copies with the new root. Returns the top
  /// frame.
  func finish(withLayers takesLayers: Bool = true) -> Frame {
    let layers = takesLayers ? original?.layers.compactMap { $0.moved(to: copies) } ?? [] : []
    if !origins.isEmpty || !layers.isEmpty {
      RootNotes.withState(of: bottom.root) { [origins] state in
        state.origins.merge(origins) { $1 }
        state.layers += layers
      }
    }
    return top
  }
}
