import Synchronization

/// A frame that marks the scope in which a dependency's default value is computed. A scope is a
/// chain of frames.
///
/// A running computation records which keys are read and which overrides provide their values. The
/// cache stores this information with the default value, so that the value can be reused wherever
/// the same overrides apply.
///
/// When the computation ends, it is sealed: it stops recording. Tasks that it started may still be
/// running in its scope, and its value may have captured the scope. Because other scopes share the
/// value, these tasks and captured scopes then see only the overrides that apply wherever the value
/// is used:
///
/// - the innermost override that the value depends on, and the overrides outside it
/// - the overrides of the root's test scope
///
/// All other overrides of the scope are hidden.
package final class Computation: ScopeFrame, @unchecked Sendable {
  // This class is `@unchecked Sendable` because the compiler cannot verify the conformance of a
  // class that has a superclass. Its stored properties are constants, an atomic, and state
  // protected by the default cache's lock.

  package let provider: DefaultProvider
  /// The identifier of the thread that computes the default value, or zero if an asynchronous
  /// function computes it.
  let thread: UInt
  /// The computation already running on the thread when this computation began, or `nil` if there
  /// was none. It ends after this one, so it need not be retained.
  let enclosing: Uncounted<Computation>?
  /// Whether all computations that enclose this one in the scope were running on the same thread
  /// when this one began. If so, they end after this one, because a thread runs its computations
  /// one inside another.
  private let areOthersOnThread: Bool
  /// Whether the computation has ended. A thread that needs the result checks this flag before it
  /// blocks to wait for the computation.
  let isFinished = Atomic<Bool>(false)
  /// The source location of the read that started the computation.
  package let location: ReadLocation
  // `state` needs no exclusivity checks, because each access either happens while the default
  // cache's lock is held or comes from the computing thread while the computation is still running.
  @exclusivity(unchecked) private var state: State

  private struct State {
    /// The frame where a search for overrides continues after this computation. A search follows
    /// the chain of frames that forms the scope, from the innermost frame outward.
    ///
    /// While the computation is running, this is the frame that the default value was read from. If
    /// that frame is itself a computation, which overrides nothing, this is the next frame outside
    /// it.
    ///
    /// When the computation ends and ``keepsScope`` is `false`, this becomes the innermost override
    /// that the default depends on, or `nil` if the default depends on no override. See also
    /// ``DependencyRoot/testScope``.
    var beneath: Frame?
    /// The keys read in this scope so far. The set initially contains only the key for the context
    /// (live, preview or test), because every default depends on the context.
    var reads = KeySet.context
    /// The innermost override whose value was read in this scope, or `nil` if no override was read.
    var anchor: Frame?
    var flaw: Default.Flaw?
    var isSealed = false
    /// Whether ``beneath`` stays the same when the computation ends. This is the case if only one
    /// read uses the value.
    var keepsScope = false
    /// The hidden overrides of a default value that was computed in a test. They were visible in
    /// the scope of the computation, but are no longer visible there after the computation has
    /// ended.
    var hidden: [HiddenOverride] = []
  }

  private typealias HiddenOverride = (record: AnyKeyRecord, override: ObjectIdentifier)

  /// Creates a computation of `provider`'s default value, for a read in `frame`'s scope.
  ///
  /// - Parameters:
  ///   - frame: The innermost frame of the scope where the default value is read.
  ///   - surroundings: Information about the frames below the computation. The caller must collect
  ///     it beforehand, because doing so can acquire the default cache's lock, which the caller may
  ///     hold during this call.
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
    areOthersOnThread = surroundings.areComputationsOnThread
    enclosing = ComputingThreads.current
    state = State(beneath: surroundings.beneath, anchor: surroundings.contextOverride)
    super.init(computationAbove: frame)
  }

  /// Information about the scope where a new computation starts. It is collected before the
  /// computation is created, because collecting it can acquire a lock that may already be held when
  /// the computation is created.
  struct Surroundings {
    /// The frame where the computation starts its searches for overrides. This is usually the frame
    /// that the default is read from. If that frame is itself a computation, which overrides
    /// nothing, it is the frame below it.
    let beneath: Frame
    /// The frame that overrides the context (live, preview or test), or `nil` if no frame does.
    /// Every default depends on the context, so this override is recorded as an input from the
    /// start.
    let contextOverride: Frame?
    /// Whether all computations of default values that enclose the new one in the scope are still
    /// running on the current thread.
    let areComputationsOnThread: Bool

    /// Collects information about `frame`'s scope. Acquires the default cache's lock unless all
    /// computations in the scope are still running on the current thread.
    init(of frame: Frame) {
      let isComputation = frame.nearestComputation.map { $0 === frame } ?? false
      let beneath = isComputation ? frame.nearestComputation?.beneath ?? frame : frame
      self.beneath = beneath
      areComputationsOnThread = !frame.canChangeDuringRead
      let isOverridden = beneath.keys & AnyKeyRecord.contextBit != 0
      contextOverride =
        isOverridden
        ? beneath.first { $0.record?.bit == AnyKeyRecord.contextBit ? $0 : nil } : nil
    }
  }

  override var computation: Computation? { self }

  override package func copy(over parent: Frame) -> Frame { parent }

  /// Whether this computation of a default value and all computations that enclose it in the scope
  /// are still running on the current thread. If so, none of them can end during a read on this
  /// thread, because the read happens inside them.
  fileprivate var isOnThread: Bool {
    areOthersOnThread && thread == currentThread() && !isFinished.load(ordering: .relaxed)
  }

  var beneath: Frame? {
    // `beneath` is the frame where a search for overrides continues after this computation. It
    // changes only when the computation ends, on the thread that runs the computation. Until then,
    // that thread can read `beneath` without acquiring the lock.
    if thread == currentThread(), !isFinished.load(ordering: .relaxed) { return state.beneath }
    let (beneath, isShared) = withState { ($0.beneath, $0.isSealed && !$0.keepsScope) }
    return isShared ? visibleScope(outward: beneath) : beneath
  }

  /// Returns the scope that remains visible after the computation has ended: the root's test scope,
  /// or `anchor` if there is no test scope or if `anchor` is not part of it. `anchor` is the
  /// innermost override that the default value depends on, or `nil` if it depends on no override.
  private func visibleScope(outward anchor: Frame?) -> Frame? {
    guard let testScope = ownRoot.cache.withLock({ ownRoot.testScope }) else { return anchor }
    guard let anchor else { return testScope }
    return testScope.first { $0 === anchor ? testScope : nil } ?? anchor
  }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    ownRoot.cache.withLock { body(&state) }
  }

  /// Records a flaw in the default, such as being a live value in a test. The flaw is reported as
  /// an issue when the default is used.
  package func note(_ flaw: Default.Flaw) { withState { $0.flaw = flaw } }

  /// Records reads as inputs of the default value that is being computed.
  ///
  /// If this computation has already ended, its inputs no longer change. The nearest computation in
  /// an enclosing scope, if any, then records the reads instead.
  ///
  /// - Parameters:
  ///   - override: The innermost override that any of the reads returned, or `nil` if all of them
  ///     returned defaults. The value depends on this override unless an earlier read has returned
  ///     an override farther inside.
  ///   - add: A function that inserts the keys that were read into its argument.
  fileprivate func note(resolvedBy override: Frame?, _ add: (inout KeySet) -> Void) {
    let isSealed = withState { state in
      if state.isSealed { return true }
      add(&state.reads)
      if let override, override.depth > state.anchor?.depth ?? -1 { state.anchor = override }
      return false
    }
    if isSealed { beneath?.noteReads(resolvedBy: override, add) }
  }

  /// Ends the recording of reads. Stores the inputs recorded so far in `computed`: the keys that
  /// were read, and the innermost override that the reads returned. From them, the cache determines
  /// the scopes where the value is valid. Stores no inputs if the value is valid in all scopes: see
  /// ``DefaultProvider/dependsOnReads``.
  ///
  /// - Parameters:
  ///   - computed: The computed default value, or `nil` if computing it threw an error.
  ///   - isShared: Whether the value is cached, so that other scopes can use it, too. If not, tasks
  ///     that the computation started and scopes that the value captured keep seeing the overrides
  ///     of the scope where it was computed.
  func seal(_ computed: Default?, isShared: Bool = true) {
    let old = beneath
    let (basis, flaw, anchor) = sealState(isShared: isShared, hidingFrom: old)
    anchor?.anchorsDefaults.store(true, ordering: .releasing)
    if basis.reads != .context { noteReadOfOtherKey() }
    if let computed {
      if provider.dependsOnReads { computed.basis = basis }
      if let flaw { computed.flaw = flaw }
    }
    // Releasing a frame can run user code, which must not run while the lock is held, so keep the
    // frame that `beneath` referred to alive until the lock is released.
    withExtendedLifetime(old) {}
  }

  /// Marks the state as sealed, and returns the inputs recorded in it. The hidden overrides of
  /// `scope` are stored in the same step, so that no task can read between the two.
  private func sealState(
    isShared: Bool,
    hidingFrom scope: Frame?
  ) -> (basis: Default.Basis, flaw: Default.Flaw?, anchor: Frame?) {
    while true {
      let anchor = withState { $0.anchor }
      let hidden =
        isShared && ownRoot.isTested ? scope.map { hiddenOverrides(of: $0, anchor) } ?? [] : []
      let sealed = withState { state -> (Default.Basis, Default.Flaw?, Frame?)? in
        // A task that this computation started may have read another override in the meantime. In
        // that case, try again, because the hidden overrides depend on `anchor`.
        guard state.anchor === anchor else { return nil }
        if isShared { state.beneath = anchor }
        (state.isSealed, state.keepsScope, state.hidden) = (true, !isShared, hidden)
        let basis = Default.Basis(reads: state.reads, anchor: anchor.map(Default.Anchor.init))
        return (basis, state.flaw, anchor)
      }
      if let sealed { return sealed }
    }
  }
}

extension Frame {
  /// Records that a default value being computed in this scope, if any, may contain the value of
  /// another key. Call this method for a value that does not record its own reads as inputs of the
  /// default.
  package final func noteReadOfOtherKey() {
    (nearestComputation?.provider as? AnyKeyRecord)?.noteReadOfOtherKey()
  }
}

// MARK: - Hidden overrides

extension Computation {
  /// Returns the overrides of `scope`, the scope where the default value was computed, that are
  /// hidden after the computation has ended. `anchor` is the innermost override that the value
  /// depends on, or `nil` if it depends on no override.
  private func hiddenOverrides(of scope: Frame, _ anchor: Frame?) -> [HiddenOverride] {
    let visible = visibleScope(outward: anchor)
    var hidden: [HiddenOverride] = []
    let _: Void? = scope.first { frame in
      if frame === visible { return () }
      // Overrides that the test's traits set are not hidden, because they belong to the test scope,
      // or will be added to it.
      guard frame.isInsideOperation else { return nil }
      if let record = frame.record, visible?.anyOverride(of: record) !== frame,
        !hidden.contains(where: { $0.record == record })
      {
        hidden.append((record, ObjectIdentifier(frame)))
      }
      return nil
    }
    return hidden
  }

  /// Returns `true` if an override of `record` is hidden, but at most once for each key.
  ///
  /// - Parameter override: The override that a read returns now, or `nil` if it returns a default.
  ///   If this is the override that was recorded as hidden, a trait has added it to the test scope
  ///   in the meantime, so it is no longer hidden.
  fileprivate func takeHiddenOverride(of record: AnyKeyRecord, found override: Frame?) -> Bool {
    withState { state in
      guard let index = state.hidden.firstIndex(where: { $0.record == record })
      else { return false }
      let hidden = state.hidden.remove(at: index)
      return override.map { ObjectIdentifier($0) } != hidden.override
    }
  }
}

extension Frame {
  /// Returns the provider of the default value that hides an override of `record` from this scope,
  /// or `nil` if no override is hidden.
  ///
  /// A default value hides an override from its tasks and captured scopes if it was computed in an
  /// inner scope that contains the override. The provider is returned only once for each key, so
  /// that each hidden override is reported only once.
  package final func providerHidingOverride(of record: AnyKeyRecord) -> DefaultProvider? {
    guard let computation = nearestComputation else { return nil }
    // An override that was assigned inside the captured scope would take precedence over the hidden
    // one.
    let isOverriddenInside = first { frame in
      frame === computation ? false : frame.record === record ? true : nil
    }
    if isOverriddenInside == true { return nil }
    let override = computation.anyOverride(of: record)
    return computation.takeHiddenOverride(of: record, found: override) ? computation.provider : nil
  }
}

// MARK: - Recording reads

extension Frame {
  /// Whether the computation of a default value in this scope may end on another thread during a
  /// read. When the computation ends, it may release frames in the scope. If this property is
  /// `true`, the read must therefore retain each frame that it uses.
  final var canChangeDuringRead: Bool {
    isInsideComputation && nearestComputation.map { !$0.isOnThread } ?? false
  }

  /// If a default value is being computed in this scope, records that the value depends on the keys
  /// that were read. `add` inserts these keys into its argument.
  ///
  /// - Parameter override: The innermost override that any of the reads returned, or `nil` if all
  ///   of them returned defaults.
  fileprivate final func noteReads(resolvedBy override: Frame?, _ add: (inout KeySet) -> Void) {
    guard let computation = nearestComputation else { return }
    // Record nothing if the code that computes the default has itself assigned `override`, because
    // reading this override does not make the default depend on anything outside the computation.
    if let override, override.depth > computation.depth { return }
    computation.note(resolvedBy: override, add)
  }

  /// If a default value is being computed in this scope, records that the value depends on
  /// `record`'s key.
  ///
  /// - Parameter override: The override that the read returned, or `nil` if it returned a default.
  final func noteRead(of record: AnyKeyRecord, resolvedBy override: Frame?) {
    if isInsideComputation { noteReads(resolvedBy: override) { $0.insert(record) } }
  }

  /// Records that a read in this scope returned the default value `known`. If a default value is
  /// being computed in this scope, that value now depends on everything that `known` depends on.
  package final func noteUse(of known: Default, for record: AnyKeyRecord?) {
    guard let computation = nearestComputation else { return }
    let basis = known.basis
    guard let anchor = basis.anchor, anchor.depth > computation.depth else {
      // If the default value `known` depends on an override, that override is below this frame.
      // This frame retains all frames below it, so the override is usually still alive, and its
      // address can be used. However, a computation in this scope may end during the read and
      // release the override. In that case, search the chain of frames for it.
      let override = basis.anchor.flatMap { anchor in
        canChangeDuringRead
          ? first { ObjectIdentifier($0) == anchor.identity ? $0 : nil }
          : Uncounted<Frame>(at: UInt(bitPattern: anchor.identity))?.object
      }
      return computation.note(resolvedBy: override) { reads in
        reads.formUnion(basis.reads)
        if let record { reads.insert(record) }
      }
    }
    // `known` depends on an override that was assigned inside the current computation, for example
    // because the code that computes the value calls `withDependencies`. The value does not depend
    // on the outer values of the keys that this code overrides, so do not record these keys as its
    // inputs. Record only the other keys that `known` depends on.
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
