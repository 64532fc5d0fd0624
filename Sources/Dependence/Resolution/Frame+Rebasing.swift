extension Frame {
  /// This scope over another root: its overrides, reporters and observers in their order, with what
  /// was prepared here, and with none of the defaults that were computed here.
  ///
  /// What a default in progress reads through the result is not noted as its own: the values of
  /// another root go into no default of this one.
  ///
  /// - Parameters:
  ///   - bottom: The bottom of a root that nothing was read from yet.
  ///   - isTaken: Which of the frames to take along; all, unless you say otherwise.
  package final func rebased(
    onto bottom: RootFrame,
    where isTaken: (Frame) -> Bool = { _ in true }
  ) -> Frame {
    let origins = root.state.withLock { $0.origins }
    var moved: [ObjectIdentifier: SourceSite] = [:]
    var top: Frame = bottom
    for frame in sequence(first: self, next: \.outer).reversed() where isTaken(frame) {
      top = frame.copy(over: top)
      if let origin = origins[ObjectIdentifier(frame)] { moved[ObjectIdentifier(top)] = origin }
    }
    bottom.root.continuePreparation(of: root, origins: moved)
    return top
  }

  /// The key that this frame overrides; nil for frames of other kinds.
  package final var overriddenKey: DependencyName? { record.map(DependencyName.init) }
}

extension DependencyRoot {
  fileprivate func continuePreparation(
    of other: DependencyRoot,
    origins: [ObjectIdentifier: SourceSite]
  ) {
    let isPrepared = other.state.withLock { $0.isPrepared }
    if isPrepared { cache.prepare(as: other.cache) }
    state.withLock { state in
      state.isPrepared = isPrepared
      state.predecessor = other
      state.origins = origins
    }
    if other.isClosed { close() }
  }

  /// The root that this one continues, with nothing of what was computed there.
  package var predecessor: DependencyRoot? { state.withLock { $0.predecessor } }
}
