import Synchronization

/// The scope in which a default value is computed.
///
/// While the computation runs, it records every read in its scope. The default is then cached
/// together with the overrides that it depends on. When the computation ends, it is sealed: tasks
/// that the default started and that are still running then see only these overrides.
package final class Computation: ScopeFrame, @unchecked Sendable {
  // Unchecked because the compiler cannot check a class with subclasses. The stored properties are
  // constants, an atomic, and state that the lock of the default cache protects.

  package let subject: Subject
  /// The thread that computes the default, or zero if the computation is asynchronous.
  let thread: UInt
  /// The computation that the thread was already running when this computation began. It is not
  /// retained, because it ends later than this computation.
  let enclosing: Uncounted<Computation>?
  /// Whether the computation has ended. Threads that wait for its result can then continue.
  let isFinished = Atomic<Bool>(false)
  /// The source location of the read that started the computation.
  package let location: ReadLocation
  // Accessed under the lock of the default cache, or by the computing thread before sealing.
  @exclusivity(unchecked) private var state: State

  private struct State {
    /// The frame at which a search for overrides continues after it has reached the computation.
    ///
    /// While the computation runs, this is the nearest frame below it that is not a computation,
    /// because computations override nothing. After the computation has ended, this is the
    /// innermost override that the default depends on, or `nil` if there is none.
    var beneath: Frame?
    /// The keys that were read in the scope of this computation.
    var reads = KeySet.context
    /// The innermost override that a read in this scope has returned, or `nil` if none has.
    var anchor: Frame?
    var flaw: Default.Flaw?
    var isSealed = false
  }

  /// Creates the computation of a default value that is read in the scope of `frame`.
  ///
  /// - Parameters:
  ///   - frame: The frame from which the default is read.
  ///   - surroundings: Information about the frames below. The caller provides it because
  ///     determining it may take the lock of the default cache, which is held here.
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
    /// The frame from which the default is read. If that frame is itself a computation, this is the
    /// frame below it, because computations override nothing.
    let beneath: Frame
    /// The override of the context (live, preview or test), or `nil` if nothing overrides the
    /// context. Every default depends on the context.
    let contextOverride: Frame?

    /// Collects information about `frame` and the frames below it. This takes the lock of the
    /// default cache, unless the current thread still runs all computations among these frames.
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
    // Only the computing thread writes this field before sealing, so that thread needs no lock.
    if thread == currentThread(), !isFinished.load(ordering: .relaxed) { return state.beneath }
    return withState { $0.beneath }
  }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    ownRoot.cache.withLock { body(&state) }
  }

  /// Records the reason why each use of the default must be reported as an issue.
  package func note(_ flaw: Default.Flaw) { withState { $0.flaw = flaw } }

  /// Adds the keys that `add` inserts to the keys that were read during this computation. If the
  /// computation has already been sealed, the enclosing computation records the keys instead.
  fileprivate func note(resolvedBy override: Frame?, _ add: (inout KeySet) -> Void) {
    let beneath = withState { state -> Frame? in
      if state.isSealed { return state.beneath }
      add(&state.reads)
      if let override, override.depth > state.anchor?.depth ?? -1 { state.anchor = override }
      return nil
    }
    beneath?.noteReads(resolvedBy: override, add)
  }

  /// Stops the recording of reads, and stores the recorded reads and overrides in `computed`.
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
    // The frame is released outside the lock, because releasing a frame may run user code.
    withExtendedLifetime(old) {}
  }
}

// MARK: - Recording reads

extension Frame {
  /// Records that keys were read from this frame, if the frame is part of a running computation.
  ///
  /// - Parameter override: The innermost override that one of the reads returned, or `nil` if all
  ///   reads returned defaults.
  fileprivate final func noteReads(resolvedBy override: Frame?, _ add: (inout KeySet) -> Void) {
    guard let computation = nearestComputation else { return }
    // The code that computes the default has made this override itself, so the default does not
    // depend on an override from outside.
    if let override, override.depth > computation.depth { return }
    computation.note(resolvedBy: override, add)
  }

  /// Records that a key was read from this frame, if the frame is part of a running computation.
  ///
  /// - Parameter override: The override that the read returned, or `nil` if it returned a default.
  final func noteRead(of record: AnyKeyRecord, resolvedBy override: Frame?) {
    if isInsideComputation { noteReads(resolvedBy: override) { $0.insert(record) } }
  }

  /// Records that a read from this frame returned a default. If the frame is part of a running
  /// computation, the default that is being computed then depends on the same keys and overrides.
  package final func noteUse(of known: Default, for record: AnyKeyRecord?) {
    guard let computation = nearestComputation else { return }
    let basis = known.basis
    guard let anchor = basis.anchor, anchor.depth > computation.depth else {
      // The address is still valid, because a frame below this frame is the override itself.
      let override = basis.anchor.flatMap { anchor in
        Uncounted<Frame>(at: UInt(bitPattern: anchor.identity))?.object
      }
      return computation.note(resolvedBy: override) { reads in
        reads.formUnion(basis.reads)
        if let record { reads.insert(record) }
      }
    }
    // The code that computes the default has made this override itself. The keys that it overrides
    // are left out, because the default does not depend on their values outside.
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
