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

  /// Whether this is what keeps defaults from being universal. Written when it begins, read when it ends.
  @exclusivity(unchecked) private var noticesReads = false
  /// Whether an override says in which context the value is computed. Written before that begins, and read
  /// after it.
  @exclusivity(unchecked) private var isContextOverridden = false
  /// Where the read stands that needs the value.
  private let place: ReadPlace
  // Sealed, the frame may lie above less than it did, and outlive the frame that owned them.
  private let keptObservers: ReadObservers?
  // Touched only under the lock of the root's cache, so accesses cannot overlap.
  @exclusivity(unchecked) private var state: State
  /// How far it has come: zero while the value is computed; then the address of what lies beneath since the
  /// frame was sealed, which never changes again, or ``nothing``; with ``finishedMark`` at the end.
  private let progress = Atomic<UInt>(0)
  private static var finishedMark: UInt { 1 }
  private static var nothing: UInt { 2 }

  private struct State {
    /// What lies beneath; nil for the bottom of the root.
    var beneath: Frame?
    /// Where reads are answered: past other computations that lie directly beneath, so that a chain of
    /// them is not followed link by link.
    var base: Frame?
    /// Keeps the root, once nothing else is left beneath.
    var root: DependencyRoot?
    /// What was read: the context, in which every default is computed, and what this one asked for.
    var reads = DependencyContextKey.keySet
    var flaw: Default.Flaw?
  }

  /// - Parameters:
  ///   - place: Where the read stands that needs the value.
  ///   - isAlone: Whether this is called under the lock of the root's cache.
  init(
    for subject: any ResolutionSubject,
    over frame: Frame,
    readAt place: ReadPlace,
    isAlone: Bool = false
  ) {
    self.subject = subject
    self.place = place
    enclosing = ResolutionThreads.current
    keptObservers = frame.observers
    state = State(beneath: frame, base: frame.searchBase(isAlone: isAlone))
    super.init(boundaryOver: frame)
  }

  /// Begins a computation on this thread.
  func begin() {
    // What encloses it ends later, and has seen to that.
    if enclosing == nil { noticeReads() }
    ResolutionThreads.begin(self)
  }

  /// Begins a computation, which may go from thread to thread.
  func noticeReads() {
    // Until it is sealed, it has to notice every read.
    noticesReads = true
    UniversalDefaults.forbid()
  }

  private func allowUniversalDefaults() {
    if noticesReads { UniversalDefaults.allow() }
  }

  /// The context in which the value is computed.
  func findContext() -> DependencyContext {
    guard let override = contextOverride else { return contextOfRoot }
    isContextOverridden = true
    return override.value
  }

  override var outer: Frame? { alone { $0.beneath } }

  override func searchBase(isAlone: Bool) -> Frame? { isAlone ? state.base : alone { $0.base } }

  override func followed(to record: AnyKeyRecord) -> Frame? {
    let sealed = progress.load(ordering: .acquiring)
    if sealed != 0 { return Self.beneath(sealed) }
    return alone { state in
      if !isSealed { state.reads.insert(record.number) }
      return state.base
    }
  }

  /// What lies beneath a sealed frame. Its state keeps it.
  private static func beneath(_ progress: UInt) -> Frame? {
    let address = progress & ~finishedMark
    return address == nothing ? nil : unsafeBitCast(address, to: Frame.self)
  }

  override func note(_ record: AnyKeyRecord) {
    alone { state in
      if !isSealed { state.reads.insert(record.number) }
    }
  }

  override func note(_ keys: KeySet) {
    alone { _ in noteAlone(keys) }
  }

  override func noteAlone(_ keys: KeySet) {
    if !isSealed { state.reads.formUnion(keys) }
  }

  private var isSealed: Bool { progress.load(ordering: .relaxed) != 0 }

  private func alone<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    cache.alone { body(&state) }
  }

  /// Whether it has ended, and whoever waits for it may go on. See ``ResolutionThreads``.
  var isFinished: Bool { progress.load(ordering: .sequentiallyConsistent) & Self.finishedMark != 0 }

  /// Lets whoever waits for it go on. It was sealed before.
  func finish() {
    progress.bitwiseOr(Self.finishedMark, ordering: .sequentiallyConsistent)
  }

  /// Where the read stands that needs the default which is being computed here.
  static var reader: SourceSite? { (Frame.bound as? ResolutionFrame)?.place.site }

  /// Called from a `testValue` that is not one to be used without a word, of the key itself: another
  /// key that takes over its value has chosen it.
  static func note(_ flaw: Default.Flaw, of key: Any.Type) {
    guard let frame = Frame.bound as? ResolutionFrame,
      (frame.subject as? AnyKeyRecord)?.key == key,
      // What a preview falls back to is nobody's mistake.
      frame.context == .test
    else { return }
    frame.alone { $0.flaw = flaw }
  }
}

// MARK: - Sealing

extension ResolutionFrame {
  /// Ends the computation, and says which overrides, or which absence of one, it depended on.
  func seal() -> Default.Basis {
    while true {
      let (reads, base, beneath) = alone { ($0.reads, $0.base, $0.beneath) }
      var basis = Default.Basis(defaults: reads)
      var anchor: Frame?
      let overridden = OverriddenKeys.among(reads)
      for record in overridden {
        guard let override = base?.anyOverride(of: record) else { continue }
        basis.defaults.remove(record.number)
        basis.overrides.append(Default.Condition(record: record, override: override))
        if override.depth > anchor?.depth ?? -1 { anchor = override }
      }
      let isDone = alone { state in
        // A task that the default started may have read something meanwhile.
        guard state.reads == reads else { return false }
        settle(&state, over: anchor)
        return true
      }
      guard isDone else { continue }
      allowUniversalDefaults()
      anchor?.anchorsDefaults = true
      // Whoever needs this default depends on what it depended on, unless an override between them
      // answered: those that were looked for above have been noted as far as they went.
      var passedOn = reads
      if beneath?.isBoundary == false {
        for record in overridden { passedOn.remove(record.number) }
      }
      beneath?.noteReads(passedOn)
      return basis
    }
  }

  /// Ends the computation of a default, and has it know what it depended on.
  func seal(_ computed: Default) {
    let basis = seal()
    if subject.dependsOnReads { computed.basis = basis }
    if let flaw = alone({ $0.flaw }) { computed.flaw = flaw }
  }

  /// The same under the lock of the root's cache, where nothing that was read has ever been overridden in this
  /// process, and the context is not overridden here, as is so for most defaults.
  ///
  /// - Returns: Whether it is done; if not, ``seal(_:)`` does it.
  func sealAlone(_ computed: Default) -> Bool {
    guard !isContextOverridden, !OverriddenKeys.containMoreThanContext(of: state.reads)
    else { return false }
    if subject.dependsOnReads { computed.basis = Default.Basis(defaults: state.reads) }
    if let flaw = state.flaw { computed.flaw = flaw }
    state.beneath?.noteReadsAlone(state.reads)
    settle(&state, over: nil)
    allowUniversalDefaults()
    return true
  }

  /// What lies beneath is an override, or nothing, from now on.
  private func settle(_ state: inout State, over anchor: Frame?) {
    (state.beneath, state.base) = (anchor, anchor)
    // The frame at the bottom has owned it.
    if anchor == nil { state.root = root }
    progress.store(anchor?.address ?? Self.nothing, ordering: .releasing)
  }
}
