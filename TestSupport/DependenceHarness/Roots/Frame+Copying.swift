package import Dependence

extension Frame {
  /// Copies this scope to another dependency root. For example, each iteration of a stress test has
  /// its own root, so that it computes its own default values. The copy contains this scope's
  /// overrides, issue reporters, observers, and prepared values.
  ///
  /// If a default value is being computed in this scope, the copy is not part of that computation,
  /// because default values must not depend on values from another root.
  ///
  /// - Parameters:
  ///   - bottom: The outermost frame of the new scope. It belongs to the other root, from which no
  ///     dependency may have been read yet.
  ///   - isIncluded: A closure that returns `true` for each frame to copy. A scope is a chain of
  ///     frames, most of which contain one override or one observer. By default, all frames are
  ///     copied.
  package final func copied(
    onto bottom: RootFrame,
    where isIncluded: (Frame) -> Bool = { _ in true }
  ) -> Frame {
    var copy = ScopeCopy(of: self, onto: bottom)
    for frame in chain where isIncluded(frame) { copy.take(frame) }
    bottom.root.continue(root)
    return copy.finish()
  }

  /// Recreates this scope on another root for the next run of a repeated test. Unlike
  /// ``copied(onto:where:)``, this method does not copy overrides set by traits or
  /// `configureDependencies`. Instead, it calls their closures again, so that each run gets new
  /// values.
  ///
  /// - Parameters:
  ///   - bottom: The outermost frame of the new scope, which is a chain of frames. It belongs to
  ///     the other root, from which no dependency may have been read yet.
  ///   - start: The frame that encloses the outermost of the new frames: either `bottom` or a frame
  ///     inside it.
  /// - Throws: Any error that one of the closures throws.
  package final func reevaluated(onto bottom: RootFrame, through start: Frame) async throws -> Frame
  {
    let layers = RootData.known(root)?.layers ?? []
    let chain = chain
    let identities = Set(chain.map { ObjectIdentifier($0) })
    bottom.root.continue(root, withPreparation: !layers.contains(where: \.prepares))
    var copy = ScopeCopy(of: self, onto: bottom)
    copy.top = start
    // After the loop has called a layer's closure again, it skips the original frames of that
    // layer, because the closure has created replacements for them. `end` is the identity of the
    // last frame to skip, or `nil` if no frames are being skipped.
    var end: ObjectIdentifier?
    for frame in chain {
      let identity = ObjectIdentifier(frame)
      if end == nil { copy.take(frame, tellsObservers: true) }
      if end == identity { end = nil }
      guard end == nil else { continue }
      for entered in layers where entered.base == identity && identities.contains(entered.top) {
        copy.top = try await entered.layer.evaluate(over: copy.top).top
        if entered.top != identity { end = entered.top }
      }
    }
    return copy.finish(withLayers: false)
  }

  /// The frames that make up this scope, outermost first.
  private final var chain: [Frame] { sequence(first: self, next: \.outer).reversed() }
}

/// A partially built copy of a scope. A scope is a chain of frames, most of which contain one
/// override or one observer.
private struct ScopeCopy {
  var top: Frame
  private let bottom: RootFrame
  private let original: RootData.State?
  private var overrideSites: [ObjectIdentifier: SourceSite] = [:]
  private var copies: [ObjectIdentifier: ObjectIdentifier] = [:]

  init(of frame: Frame, onto bottom: RootFrame) {
    top = bottom
    self.bottom = bottom
    original = RootData.known(frame.root)
  }

  /// Adds a copy of `frame` inside the frames copied so far.
  ///
  /// - Parameter tellsObservers: Whether to notify the observer in `frame`, if any, of all
  ///   overrides outside `frame`. This is necessary if these overrides may differ from those in the
  ///   original scope, as in the next run of a repeated test.
  mutating func take(_ frame: Frame, tellsObservers: Bool = false) {
    top = frame.copy(over: top)
    copies[ObjectIdentifier(frame)] = ObjectIdentifier(top)
    if let site = original?.overrideSites[ObjectIdentifier(frame)] {
      overrideSites[ObjectIdentifier(top)] = site
    }
    if tellsObservers, let observer = (top as? ScopeFrame)?.observer {
      let known = RootData.known(bottom.root)?.overrideSites ?? [:]
      observer.didBind(top.overrides(over: nil)) { [overrideSites] frame in
        known[ObjectIdentifier(frame)] ?? overrideSites[ObjectIdentifier(frame)]
      }
    }
  }

  /// Completes the copy and returns its innermost frame. Registers the source locations of the
  /// copied overrides with the new root. If `takesLayers` is `true`, also registers the layers: the
  /// traits and `configureDependencies` closures that set these overrides.
  func finish(withLayers takesLayers: Bool = true) -> Frame {
    let layers = takesLayers ? original?.layers.compactMap { $0.moved(to: copies) } ?? [] : []
    if !overrideSites.isEmpty || !layers.isEmpty {
      RootData.withState(of: bottom.root) { [overrideSites] state in
        state.overrideSites.merge(overrideSites) { $1 }
        state.layers += layers
      }
    }
    return top
  }
}
