import Synchronization

/// The frame in which a default is computed.
///
/// While the default is being computed, every read passes through here and is noted, so that the
/// result can be cached with exactly the overrides it was built on. Then the frame is sealed: what
/// was started in the default and goes on after it (a task, a captured scope) sees those overrides
/// and no others, however many were visible at the first read.
final class ResolutionFrame: Frame, @unchecked Sendable {
  private let key: Any.Type?
  /// Where the read stands that needs the default.
  private let site: SourceSite?
  // Sealed, the frame may lie above less than it did, and outlive the frame that owned them.
  private let keptObservers: ReadObservers?
  private let state: Lock<State>

  private struct State {
    /// What lies beneath.
    var beneath: Frame
    /// Where reads are answered: past other computations that lie directly beneath, so that a chain of
    /// them is not followed link by link.
    var base: Frame
    var reads = KeySet()
    var isSealed = false
    var flaw: Default.Flaw?
  }

  /// - Parameters:
  ///   - key: The key whose default is computed; nil for other values.
  ///   - site: Where the read stands that needs it.
  init(for key: Any.Type?, over frame: Frame, readAt site: SourceSite? = nil) {
    self.key = key
    self.site = site
    keptObservers = frame.observers
    let base = (frame as? ResolutionFrame)?.state.withLock { $0.base } ?? frame
    state = Lock(State(beneath: frame, base: base))
    super.init(boundaryOver: frame)
    // Until it is sealed, it has to notice every read.
    UniversalDefaults.forbid()
  }

  override var outer: Frame? { state.withLock { $0.beneath } }

  override func followed(to record: AnyKeyRecord) -> Frame? {
    state.withLock { state in
      if !state.isSealed { state.reads.insert(record.number) }
      return state.base
    }
  }

  override func note(_ keys: KeySet) {
    state.withLock { state in
      if !state.isSealed { state.reads.formUnion(keys) }
    }
  }

  /// What the test value said about itself, if it is not one to be used without a word.
  var flaw: Default.Flaw? { state.withLock { $0.flaw } }

  /// Where the read stands that needs the default which is being computed here.
  static var reader: SourceSite? { (Frame.bound as? ResolutionFrame)?.site }

  /// Called from a `testValue` that is not one to be used without a word, of the key itself: another
  /// key that takes over its value has chosen it.
  static func note(_ flaw: Default.Flaw, of key: Any.Type) {
    guard let frame = Frame.bound as? ResolutionFrame, frame.key == key else { return }
    frame.state.withLock { $0.flaw = flaw }
  }

  /// Ends the computation, and says which overrides, or which absence of one, it depended on.
  func seal() -> Default.Basis {
    while true {
      let (reads, base, enclosing) = state.withLock { ($0.reads, $0.base, $0.beneath) }
      var basis = Default.Basis(defaults: reads)
      var anchor: Frame?
      let overridden = OverriddenKeys.among(reads)
      for record in overridden {
        guard let override = base.anyOverride(of: record) else { continue }
        basis.defaults.remove(record.number)
        basis.overrides.append(Default.Condition(record: record, override: override))
        if override.depth > anchor?.depth ?? -1 { anchor = override }
      }
      let rest = anchor ?? root.bottom
      let isSealed = state.withLock { state in
        // A task that the default started may have read something meanwhile.
        guard state.reads == reads else { return false }
        state.isSealed = true
        (state.beneath, state.base) = (rest, rest)
        return true
      }
      guard isSealed else { continue }
      UniversalDefaults.allow()
      anchor?.anchorsDefaults.store(true, ordering: .releasing)
      // Whoever needs this default depends on what it depended on, unless an override between them
      // answered: those that were looked for above have been noted as far as they went.
      var passedOn = reads
      if !enclosing.isBoundary { for record in overridden { passedOn.remove(record.number) } }
      enclosing.noteReads(passedOn)
      return basis
    }
  }
}
