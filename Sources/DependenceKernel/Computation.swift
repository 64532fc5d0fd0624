import Synchronization

/// A scope in which the default value of a dependency is being computed.
///
/// A running computation records the keys that the default value reads and the overrides that those
/// reads return. The default is cached together with this information, so that it can be reused
/// wherever the same overrides apply.
///
/// A computation is sealed when it ends, and then stops recording. Tasks that the default started
/// and that are still running then see only the innermost override that the default depends on, and
/// the overrides below it.
package final class Computation: ScopeFrame, @unchecked Sendable {
  // This class is `@unchecked Sendable` because the compiler checks only final classes without a
  // superclass. Its stored properties are constants, an atomic, and state that the lock of the
  // default cache protects.

  package let provider: DefaultProvider
  /// The identifier of the thread that computes the default, or zero if the computation is
  /// asynchronous.
  let thread: UInt
  /// The computation that was already running on this thread when this computation began, or `nil`
  /// if there was none. It ends after this computation does, so it does not need to be retained.
  let enclosing: Uncounted<Computation>?
  /// Whether the computation has ended. Threads waiting for the result check this flag before they
  /// block.
  let isFinished = Atomic<Bool>(false)
  /// The source location of the read that started the computation.
  package let location: ReadLocation
  // `exclusivity(unchecked)` because every access to `state` either holds the lock of the default
  // cache or comes from the computing thread before the computation is sealed.
  @exclusivity(unchecked) private var state: State

  private struct State {
    /// The frame below this computation, where a search for overrides continues.
    ///
    /// While the computation is running, this is the nearest frame below it that is not a
    /// computation itself, because computations override nothing. Once the computation has ended,
    /// this is the innermost override that the default depends on, or `nil` if the default depends
    /// on no override.
    var beneath: Frame?
    /// The keys that have been read in this scope. Initially, this is only the key of the context
    /// (live, preview or test), which every default depends on.
    var reads = KeySet.context
    /// The innermost override that any of these reads returned, or `nil` if none returned an
    /// override.
    var anchor: Frame?
    var flaw: Default.Flaw?
    var isSealed = false
  }

  /// Creates a computation of the default value of `provider`, which was read in the scope of
  /// `frame`.
  ///
  /// - Parameters:
  ///   - frame: The frame where the read started.
  ///   - surroundings: Information about the frames below the computation. The caller collects it
  ///     beforehand, because collecting it may acquire the lock of the default cache, which the
  ///     caller may be holding during this call.
  init(
    of provider: DefaultProvider,
    over frame: Frame,
    in surroundings: Surroundings,
    readAt location: ReadLocation,
    isAsynchronous: Bool = false
  ) {
    self.provider = provider
    self.location = location
    thread = isAsynchronous ? 0 : currentThread()
    enclosing = ComputingThreads.current
    state = State(beneath: surroundings.beneath, anchor: surroundings.contextOverride)
    super.init(computationAbove: frame)
  }

  /// Information about the frames below a new computation, collected before the computation is
  /// created.
  struct Surroundings {
    /// The frame where the default is read. If that frame is itself a computation, which overrides
    /// nothing, this is the frame below it instead.
    let beneath: Frame
    /// The frame that overrides the context (live, preview or test), or `nil` if no frame does. It
    /// is recorded because every default depends on the context.
    let contextOverride: Frame?

    /// Collects information about `frame` and the frames below it. This acquires the lock of the
    /// default cache, unless all computations among these frames are still running on the current
    /// thread.
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
    // Until the computation is sealed, only the computing thread writes `beneath`, so that thread
    // can read it without the lock.
    if thread == currentThread(), !isFinished.load(ordering: .relaxed) { return state.beneath }
    return withState { $0.beneath }
  }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    ownRoot.cache.withLock { body(&state) }
  }

  /// Records that the default has a flaw, which is reported as an issue when the default is used.
  /// For example, the default may be a live value in a test.
  package func note(_ flaw: Default.Flaw) { withState { $0.flaw = flaw } }

  /// Adds the keys that `add` inserts to the recorded keys, and remembers `override` if it is the
  /// innermost override that any read has returned. If this computation has already been sealed,
  /// the computation around it records the reads instead.
  fileprivate func note(resolvedBy override: Frame?, _ add: (inout KeySet) -> Void) {
    let beneath = withState { state -> Frame? in
      if state.isSealed { return state.beneath }
      add(&state.reads)
      if let override, override.depth > state.anchor?.depth ?? -1 { state.anchor = override }
      return nil
    }
    beneath?.noteReads(resolvedBy: override, add)
  }

  /// Stops recording reads, and stores the recorded keys and overrides in `computed`, the result of
  /// the computation. `computed` is `nil` if the computation threw an error.
  func seal(_ computed: Default?) {
    let (basis, flaw, old, anchor) = withState { state in
      let old = state.beneath
      (state.beneath, state.isSealed) = (state.anchor, true)
      let basis = Default.Basis(reads: state.reads, anchor: state.anchor.map(Default.Anchor.init))
      return (basis, state.flaw, old, state.anchor)
    }
    anchor?.anchorsDefaults.store(true, ordering: .releasing)
    if let computed {
      if provider.dependsOnReads { computed.basis = basis }
      if let flaw { computed.flaw = flaw }
    }
    // Keeps the old frame alive until the lock has been released, because releasing a frame may run
    // user code.
    withExtendedLifetime(old) {}
  }
}

// MARK: - Recording reads

extension Frame {
  /// If a default is being computed in this scope, records that it has read keys from this frame.
  ///
  /// - Parameter override: The innermost override that any of the reads returned, or `nil` if all
  ///   of them returned defaults.
  fileprivate final func noteReads(resolvedBy override: Frame?, _ add: (inout KeySet) -> Void) {
    guard let computation = nearestComputation else { return }
    // The override was made inside the computation, by the code that computes the default. The
    // default therefore does not depend on any override from outside.
    if let override, override.depth > computation.depth { return }
    computation.note(resolvedBy: override, add)
  }

  /// If a default is being computed in this scope, records that it has read a key from this frame.
  ///
  /// - Parameter override: The override that the read returned, or `nil` if it returned a default.
  final func noteRead(of record: AnyKeyRecord, resolvedBy override: Frame?) {
    if isInsideComputation { noteReads(resolvedBy: override) { $0.insert(record) } }
  }

  /// Records that a read from this frame returned the default `known`. If another default is being
  /// computed here, that default now depends on everything that `known` depends on.
  package final func noteUse(of known: Default, for record: AnyKeyRecord?) {
    guard let computation = nearestComputation else { return }
    let basis = known.basis
    guard let anchor = basis.anchor, anchor.depth > computation.depth else {
      // The override still exists at this address, because it is one of the frames below this
      // frame.
      let override = basis.anchor.flatMap { anchor in
        Uncounted<Frame>(at: UInt(bitPattern: anchor.identity))?.object
      }
      return computation.note(resolvedBy: override) { reads in
        reads.formUnion(basis.reads)
        if let record { reads.insert(record) }
      }
    }
    // The anchor is an override that was made inside the computation, by the code that computes the
    // default. Keys that are overridden inside the computation are skipped, because the default
    // does not depend on their values outside.
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
