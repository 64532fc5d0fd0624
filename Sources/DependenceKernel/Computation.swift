import Synchronization

/// The scope in which a default is computed.
///
/// While the computation runs, it records every read that comes through it, so that the default can be cached together
/// with the overrides that it depends on. Then it is sealed: work that the default started and that continues, such as a
/// task, sees the overrides that the default depends on and no others.
package final class Computation: ScopeFrame, @unchecked Sendable {
  // Unchecked like every frame: it consists of constants, an atomic, and state under the lock of the root's cache.

  package let subject: Subject
  /// The thread that computes the default, or zero if the computation is asynchronous.
  let thread: UInt
  /// The computation that this thread was running before. It lives at least as long as this one runs.
  let enclosing: Uncounted<Computation>?
  /// Whether the computation has ended, so that waiting threads may continue.
  let isFinished = Atomic<Bool>(false)
  /// The place of the read that needs the value.
  package let place: ReadPlace
  // Accessed only under the lock of the root's cache, or by the computing thread before it seals the computation.
  @exclusivity(unchecked) private var state: State

  private struct State {
    /// The next frame of the chain, in which overrides are searched for. While the computation runs, this is the nearest
    /// frame below that is not a computation itself, because computations override nothing. When the computation ends, it
    /// is replaced by the innermost override that the default depends on, or by `nil` if there is none.
    var beneath: Frame?
    /// The keys that were read through this computation.
    var reads = KeySet.context
    /// The innermost override that answered one of these reads.
    var anchor: Frame?
    var flaw: Default.Flaw?
    var isSealed = false
  }

  /// - Parameters:
  ///   - frame: The frame that the default is read from.
  ///   - surroundings: The surroundings of that frame. The caller finds them, because this initializer runs while the lock
  ///     of a cache is held, and finding them may take that lock.
  init(
    of subject: Subject,
    over frame: Frame,
    in surroundings: Surroundings,
    readAt place: ReadPlace,
    isAsynchronous: Bool = false
  ) {
    self.subject = subject
    self.place = place
    thread = isAsynchronous ? 0 : currentThread()
    enclosing = ComputingThreads.current
    state = State(beneath: surroundings.beneath, anchor: surroundings.contextOverride)
    super.init(computationAbove: frame)
  }

  /// The part of a chain that a new computation has to know.
  struct Surroundings {
    /// The frame itself, or the frame below it if it is a computation, which overrides nothing.
    let beneath: Frame
    /// The override of the context, which every default depends on, or `nil` if there is none.
    let contextOverride: Frame?

    /// Takes the lock of the root's cache if the chain contains a computation that has ended, or of another thread.
    init(of frame: Frame) {
      let isComputation = frame.nearestComputation.map { $0 === frame } ?? false
      let beneath = isComputation ? frame.nearestComputation?.beneath ?? frame : frame
      self.beneath = beneath
      let isOverridden = beneath.keys & AnyKeyRecord.contextBit != 0
      contextOverride =
        isOverridden
        ? beneath.first { $0.record?.bit == AnyKeyRecord.contextBit ? $0 : nil } : nil
    }
  }

  override var computation: Computation? { self }

  override package func copy(over parent: Frame) -> Frame { parent }

  var beneath: Frame? {
    // Only the computing thread seals, so that thread needs no lock before it does.
    if thread == currentThread(), !isFinished.load(ordering: .relaxed) { return state.beneath }
    return withState { $0.beneath }
  }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    ownRoot.cache.withLock { body(&state) }
  }

  /// Records a reason why using the default is an issue.
  package func note(_ flaw: Default.Flaw) { withState { $0.flaw = flaw } }

  /// Records reads that came through this computation, which `add` adds to a set. Reads through a sealed computation are
  /// recorded by the next computation below, if there is one.
  fileprivate func note(answeredBy override: Frame?, _ add: (inout KeySet) -> Void) {
    let beneath = withState { state -> Frame? in
      if state.isSealed { return state.beneath }
      add(&state.reads)
      if let override, override.depth > state.anchor?.depth ?? -1 { state.anchor = override }
      return nil
    }
    beneath?.noteReads(answeredBy: override, add)
  }

  /// Ends the recording, and tells the default what it depends on.
  func seal(_ computed: Default?) {
    let (basis, flaw, old, anchor) = withState { state in
      let old = state.beneath
      (state.beneath, state.isSealed) = (state.anchor, true)
      let basis = Default.Basis(reads: state.reads, anchor: state.anchor.map(Default.Anchor.init))
      return (basis, state.flaw, old, state.anchor)
    }
    anchor?.anchorsDefaults.store(true, ordering: .releasing)
    if let computed {
      if subject.dependsOnReads { computed.basis = basis }
      if let flaw { computed.flaw = flaw }
    }
    // Released outside the lock, because releasing a frame may run user code.
    withExtendedLifetime(old) {}
  }
}

// MARK: - Recording reads

extension Frame {
  /// Records, for the computation that this scope is part of, that keys were read from here.
  ///
  /// - Parameter override: The innermost override that answered one of the reads, or `nil` if none did.
  fileprivate final func noteReads(answeredBy override: Frame?, _ add: (inout KeySet) -> Void) {
    guard let computation = nearestComputation else { return }
    // An override above the computation is part of the default.
    if let override, override.depth > computation.depth { return }
    computation.note(answeredBy: override, add)
  }

  /// Records that a key was read from here.
  ///
  /// - Parameter override: The override that answered the read, or `nil` if none did.
  final func noteRead(of record: AnyKeyRecord, answeredBy override: Frame?) {
    if isInsideComputation { noteReads(answeredBy: override) { $0.insert(record) } }
  }

  /// Records that a read from this frame returned a default. If the frame belongs to a computation, the result of that
  /// computation depends on everything that the default depends on.
  package final func noteUse(of known: Default, for record: AnyKeyRecord?) {
    guard let computation = nearestComputation else { return }
    let basis = known.basis
    guard let anchor = basis.anchor, anchor.depth > computation.depth else {
      // The anchor is part of this chain, which keeps it alive.
      let override = basis.anchor.flatMap { anchor in
        Uncounted<Frame>(at: UInt(bitPattern: anchor.identity))?.object
      }
      return computation.note(answeredBy: override) { reads in
        reads.formUnion(basis.reads)
        if let record { reads.insert(record) }
      }
    }
    // The code that computes the default has bound an override itself. The keys that it overrides do not count.
    var overridden = KeySet()
    let _: Void? = first { link in
      if link.depth <= computation.depth { return () }
      if let record = link.record { overridden.insert(record) }
      return nil
    }
    if let record { computation.note(answeredBy: nil) { $0.insert(record) } }
    for read in basis.reads.records where !overridden.contains(read) {
      let override = computation.anyOverride(of: read)
      computation.note(answeredBy: override) { $0.insert(read) }
    }
  }
}
