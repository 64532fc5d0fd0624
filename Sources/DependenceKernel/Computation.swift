import Synchronization

/// The scope in which a default value is computed.
///
/// While the computation runs, it records every read in its scope, so that the default can be
/// cached together with the overrides that it depends on. When it ends, it is sealed. Tasks that
/// the default started and that still run then see only the overrides that the default depends on.
package final class Computation: ScopeFrame, @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked. The stored properties are
  // constants, an atomic, and state that the lock of the root's cache protects.

  package let subject: Subject
  /// The thread that computes the default, or zero if the computation is asynchronous.
  let thread: UInt
  /// The computation that this thread was already running when this computation began. It outlives
  /// this computation, so the reference need not be counted.
  let enclosing: Uncounted<Computation>?
  /// Whether the computation has ended, so that threads that wait for its result may continue.
  let isFinished = Atomic<Bool>(false)
  /// The source location of the read that started the computation.
  package let location: ReadLocation
  // Accessed only under the lock of the root's cache, or by the computing thread before sealing.
  @exclusivity(unchecked) private var state: State

  private struct State {
    /// The frame at which a search for overrides continues below the computation.
    ///
    /// While the computation runs, this is the nearest frame below that is not a computation,
    /// because computations override nothing. After the computation, it is the innermost override
    /// that the default depends on, or `nil` if the default depends on none.
    var beneath: Frame?
    /// The keys that were read in the scope of this computation.
    var reads = KeySet.context
    /// The innermost override among the results of these reads.
    var anchor: Frame?
    var flaw: Default.Flaw?
    var isSealed = false
  }

  /// - Parameters:
  ///   - frame: The frame from which the default is read.
  ///   - surroundings: The surroundings of that frame. The caller determines them, because this may
  ///     take the lock of the cache, and this initializer runs while that lock is held.
  init(
    of subject: Subject,
    over frame: Frame,
    in surroundings: Surroundings,
    readAt location: ReadLocation,
    isAsynchronous: Bool = false
  ) {
    self.subject = subject
    self.location = location
    thread = isAsynchronous ? 0 : currentThread()
    enclosing = ComputingThreads.current
    state = State(beneath: surroundings.beneath, anchor: surroundings.contextOverride)
    super.init(computationAbove: frame)
  }

  /// Information about the frames below a new computation.
  struct Surroundings {
    /// The frame from which the default is read, or the frame below it if it is itself a
    /// computation. Computations override nothing.
    let beneath: Frame
    /// The override of the context, on which every default depends, or `nil` if there is none.
    let contextOverride: Frame?

    /// Determines the surroundings of `frame`. This takes the lock of the root's cache, unless all
    /// computations in the chain are still running on the current thread.
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
    // Only the computing thread seals the computation, so until then it needs no lock to read.
    if thread == currentThread(), !isFinished.load(ordering: .relaxed) { return state.beneath }
    return withState { $0.beneath }
  }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    ownRoot.cache.withLock { body(&state) }
  }

  /// Records a reason why using the default is an issue.
  package func note(_ flaw: Default.Flaw) { withState { $0.flaw = flaw } }

  /// Records the keys that `add` inserts as read in this scope. If this computation is sealed, the
  /// next computation below records them instead.
  fileprivate func note(resolvedBy override: Frame?, _ add: (inout KeySet) -> Void) {
    let beneath = withState { state -> Frame? in
      if state.isSealed { return state.beneath }
      add(&state.reads)
      if let override, override.depth > state.anchor?.depth ?? -1 { state.anchor = override }
      return nil
    }
    beneath?.noteReads(resolvedBy: override, add)
  }

  /// Ends the recording, and stores in `computed` the reads and overrides that it depends on.
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
  /// Records that keys were read from this frame, if the frame belongs to a computation.
  ///
  /// - Parameter override: The innermost override among the results of the reads, or `nil` if no
  ///   result was an override.
  fileprivate final func noteReads(resolvedBy override: Frame?, _ add: (inout KeySet) -> Void) {
    guard let computation = nearestComputation else { return }
    // The code that computes the default has bound this override, so the default does not depend on
    // it.
    if let override, override.depth > computation.depth { return }
    computation.note(resolvedBy: override, add)
  }

  /// Records that a key was read from this frame, if the frame belongs to a computation.
  ///
  /// - Parameter override: The override that the read returned, or `nil` if it returned none.
  final func noteRead(of record: AnyKeyRecord, resolvedBy override: Frame?) {
    if isInsideComputation { noteReads(resolvedBy: override) { $0.insert(record) } }
  }

  /// Records that a read from this frame returned a default. If the frame belongs to a computation,
  /// the result of that computation then depends on everything that the default depends on.
  package final func noteUse(of known: Default, for record: AnyKeyRecord?) {
    guard let computation = nearestComputation else { return }
    let basis = known.basis
    guard let anchor = basis.anchor, anchor.depth > computation.depth else {
      // The override at this address still exists, because this chain contains it.
      let override = basis.anchor.flatMap { anchor in
        Uncounted<Frame>(at: UInt(bitPattern: anchor.identity))?.object
      }
      return computation.note(resolvedBy: override) { reads in
        reads.formUnion(basis.reads)
        if let record { reads.insert(record) }
      }
    }
    // The code that computes the default has bound this override itself. Reads of keys that such
    // code overrides do not depend on the scope outside.
    var overridden = KeySet()
    let _: Void? = first { link in
      if link.depth <= computation.depth { return () }
      if let record = link.record { overridden.insert(record) }
      return nil
    }
    if let record { computation.note(resolvedBy: nil) { $0.insert(record) } }
    for read in basis.reads.records where !overridden.contains(read) {
      let override = computation.anyOverride(of: read)
      computation.note(resolvedBy: override) { $0.insert(read) }
    }
  }
}
