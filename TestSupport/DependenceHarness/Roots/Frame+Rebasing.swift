package import Dependence

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
    let origins = RootNotes.known(root)?.origins ?? [:]
    var moved: [ObjectIdentifier: SourceSite] = [:]
    var top: Frame = bottom
    for frame in sequence(first: self, next: \.outer).reversed() where isTaken(frame) {
      top = frame.copy(over: top)
      if let origin = origins[ObjectIdentifier(frame)] { moved[ObjectIdentifier(top)] = origin }
    }
    bottom.root.continue(root)
    if !moved.isEmpty {
      let origins = moved
      RootNotes.withState(of: bottom.root) { $0.origins = origins }
    }
    return top
  }
}
