import Synchronization

/// The frame in which a default is computed.
///
/// While the default is being computed, every read passes through here and is noted, so that the
/// result can be cached with exactly the overrides it was built on. Then the frame is sealed: what
/// was started in the default and goes on after it (a task, a captured scope) sees those overrides
/// and no others, however many were visible at the first read.
final class ResolutionFrame: Frame, @unchecked Sendable {
  /// Whose value is computed.
  let subject: any ResolutionSubject
  /// The thread that computes it.
  let thread = System.threadID
  /// What that thread was computing when this came up. To be followed only while this goes on.
  let enclosing: Unmanaged<ResolutionFrame>?
  /// Whether it has ended. For ``ResolutionThreads``, under its lock.
  @exclusivity(unchecked) var isFinished = false

  /// Where the read stands that needs the value.
  private let place: ReadPlace
  // Sealed, the frame may lie above less than it did, and outlive the frame that owned them.
  private let keptObservers: ReadObservers?
  // Touched only under the lock of the root's cache, so accesses cannot overlap.
  @exclusivity(unchecked) private var state: State
  /// The address of what lies beneath since the frame was sealed; zero before. It never changes again.
  private let sealedBase = Atomic<UInt>(0)

  private struct State {
    /// What lies beneath.
    var beneath: Frame
    /// Where reads are answered: past other computations that lie directly beneath, so that a chain of
    /// them is not followed link by link.
    var base: Frame
    var reads = KeySet()
    var flaw: Default.Flaw?
  }

  /// - Parameter place: Where the read stands that needs the value.
  init(for subject: any ResolutionSubject, over frame: Frame, readAt place: ReadPlace) {
    self.subject = subject
    self.place = place
    enclosing = ResolutionThreads.current.map(Unmanaged.passUnretained)
    keptObservers = frame.observers
    let base = (frame as? ResolutionFrame)?.base ?? frame
    state = State(beneath: frame, base: base)
    super.init(boundaryOver: frame)
  }

  /// Begins a computation on this thread.
  func begin() {
    noticeReads()
    ResolutionThreads.begin(self)
  }

  /// Begins a computation, which may go from thread to thread.
  func noticeReads() {
    // Until it is sealed, it has to notice every read.
    UniversalDefaults.forbid()
  }

  override var outer: Frame? { alone { $0.beneath } }

  private var base: Frame { alone { $0.base } }

  override func followed(to record: AnyKeyRecord) -> Frame? {
    let sealed = sealedBase.load(ordering: .acquiring)
    // The state keeps it.
    if sealed != 0 { return unsafeBitCast(sealed, to: Frame.self) }
    return alone { state in
      if !isSealed { state.reads.insert(record.number) }
      return state.base
    }
  }

  override func note(_ keys: KeySet) {
    alone { state in
      if !isSealed { state.reads.formUnion(keys) }
    }
  }

  private var isSealed: Bool { sealedBase.load(ordering: .relaxed) != 0 }

  private func alone<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    root.cache.alone { body(&state) }
  }

  /// What the test value said about itself, if it is not one to be used without a word.
  var flaw: Default.Flaw? { alone { $0.flaw } }

  /// Where the read stands that needs the default which is being computed here.
  static var reader: SourceSite? { (Frame.bound as? ResolutionFrame)?.place.site }

  /// Called from a `testValue` that is not one to be used without a word, of the key itself: another
  /// key that takes over its value has chosen it.
  static func note(_ flaw: Default.Flaw, of key: Any.Type) {
    guard let frame = Frame.bound as? ResolutionFrame,
      (frame.subject as? AnyKeyRecord)?.key == key
    else { return }
    frame.alone { $0.flaw = flaw }
  }

  /// Ends the computation, and says which overrides, or which absence of one, it depended on.
  func seal() -> Default.Basis {
    while true {
      let (reads, base, beneath) = alone { ($0.reads, $0.base, $0.beneath) }
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
      let isDone = alone { state in
        // A task that the default started may have read something meanwhile.
        guard state.reads == reads else { return false }
        (state.beneath, state.base) = (rest, rest)
        sealedBase.store(rest.address, ordering: .releasing)
        return true
      }
      guard isDone else { continue }
      UniversalDefaults.allow()
      anchor?.anchorsDefaults = true
      // Whoever needs this default depends on what it depended on, unless an override between them
      // answered: those that were looked for above have been noted as far as they went.
      var passedOn = reads
      if !beneath.isBoundary { for record in overridden { passedOn.remove(record.number) } }
      beneath.noteReads(passedOn)
      return basis
    }
  }
}
