import Dependence
import Synchronization

/// A trial run of a factory. Validation uses it to determine which dependencies the factory needs.
final class Rehearsal: Sendable {
  @TaskLocal private static var current: Rehearsal?
  private static let hasRun = Atomic<Bool>(false)
  /// Whether any rehearsal has been stopped. The validations that wait for a rehearsal are woken
  /// when this changes, and when a rehearsal ends.
  private static let hasStopped = Monitor(false)

  /// The maximum duration of a factory's trial run after another trial run has been stopped.
  ///
  /// The stopped run's thread stays blocked and never releases its locks. If it was computing a
  /// `static let`, it never finishes doing so. A factory that uses the same lock or property would
  /// therefore wait forever. The limit is long because a factory may also be waiting for a task
  /// that starts late on a busy machine.
  @TaskLocal static var limitAfterStop = Duration.seconds(60)

  /// Whether a rehearsal (a trial run of a factory) has ever been started in this process. Reads
  /// check this property first, because that is cheaper than determining whether the current code
  /// belongs to a rehearsal.
  static var hasAnyRun: Bool { hasRun.load(ordering: .acquiring) }

  struct Transcript: Sendable {
    /// The `@Inject` properties created during the rehearsal, each with its source location and the
    /// dependency (`owner`) whose factory created it. `isRegistered` is `true` if the injected
    /// dependency was registered in the scope where the property was created.
    var injections: [(slot: Slot, site: SourceSite, owner: Slot?, isRegistered: Bool)] = []
    /// The properties of ``Dependencies`` whose getters have returned a value.
    var created: Set<Slot> = []
    var issues: [DependencyIssue] = []
    /// Whether the factory has read the context, for example to create another value in an app.
    var hasReadContext = false
    /// The problem that stopped the factory's trial run, or `nil` if the factory returned normally.
    var stop: Stop?
    /// Whether the factory failed to return within ``limitAfterStop``.
    var hasTimedOut = false
  }

  /// The problem that stopped a rehearsal (a trial run of a factory), and its source location.
  /// `chain` lists the dependencies whose factories were running, outermost first.
  typealias Stop = (problem: ModuleProblem, site: SourceSite, chain: [Slot])

  private struct State: Sendable {
    var transcript = Transcript()
    var isOver = false
    /// The identifier of the thread on which the factory runs, or 0 if it is not running.
    var thread: UInt = 0
  }

  private let state = Lock(State())

  /// Runs `operation` on a new thread, and waits until the operation returns or cannot continue,
  /// for example because it reads an unregistered dependency. Returns a transcript with the
  /// problem, if any, the reported issues, and the `@Inject` properties that were created.
  func run(_ operation: @escaping @Sendable () -> Void) -> Transcript {
    // From now on, each read must check whether it belongs to a rehearsal (a trial run of a factory).
    // Only properties' getters perform this check, so property wrappers must no longer skip the
    // getters.
    Self.hasRun.store(true, ordering: .releasing)
    ReadSite.forgetLabeledKeys()
    System.startThread {
      self.state.withLock { $0.thread = currentThread() }
      Self.$current.withValue(self, operation: operation)
      // Clear the identifier. The system reuses thread identifiers, so a new thread may get the
      // identifier of this one.
      self.state.withLock { $0.thread = 0 }
      self.end(because: nil)
    }
    Self.hasStopped.wait { hasStopped in hasStopped || state.withLock(\.isOver) }
    waitUntilOver(for: Self.limitAfterStop)
    return state.withLock(\.transcript)
  }

  /// Waits until the rehearsal (a trial run of a factory) is over. If it takes longer than `limit`,
  /// records this and considers the rehearsal over, although its thread may still be running.
  private func waitUntilOver(for limit: Duration) {
    let deadline = ContinuousClock.now + limit
    while !state.withLock(\.isOver) {
      if ContinuousClock.now >= deadline {
        _ = note { $0.hasTimedOut = true }
        return end(because: nil)
      }
      System.pause()
    }
  }

  private func end(because stop: Stop?) {
    Self.hasStopped.withLock { hasStopped in
      if stop != nil { hasStopped = true }
      state.withLock { state in
        if !state.isOver { (state.transcript.stop, state.isOver) = (stop, true) }
      }
    }
    Self.hasStopped.wakeAll()
  }

  private func note(_ change: (inout Transcript) -> Void) -> Bool {
    state.withLock { state in
      if !state.isOver { change(&state.transcript) }
      return !state.isOver
    }
  }

  /// The rehearsal (trial run of a factory) running on the current thread, or `nil` if there is
  /// none. Tasks and other threads started by the factory are not part of its rehearsal.
  static var here: Rehearsal? {
    guard hasAnyRun, let current, current.isOnThisThread else { return nil }
    return current
  }

  private var isOnThisThread: Bool { state.withLock { $0.thread == currentThread() } }
}

// MARK: - Events in a rehearsal

extension Rehearsal {
  static func note(_ slot: Slot, at site: SourceSite) {
    guard let current else { return }
    let owner = RunningFactory.current?.slot
    let isRegistered = slot.registered(from: .current) != nil
    _ = current.note { $0.injections.append((slot, site, owner, isRegistered)) }
  }

  static func willRead(_ slot: Slot, at site: SourceSite) {
    guard here != nil, let chain = RunningFactory.current?.chain,
      let start = chain.firstIndex(of: slot)
    else { return }
    stop(because: .cycle(chain[start...] + [slot]), at: site)
  }

  static func willMake(_ slot: Slot, by registration: any AnyRegistration) {
    if registration.isRehearsed { return }
    // The module uses `skippingValidation()`, so validation must not run this factory to create the
    // value. Treat it like an asynchronous factory that has not been awaited, so that the missing
    // value is not reported as an error.
    stop(because: .notAwaited(slot), at: registration.site)
  }

  static func didMake(_ slot: Slot, by registration: any AnyRegistration) {
    guard hasAnyRun, registration === slot.own, let current else { return }
    _ = current.note { $0.created.insert(slot) }
  }

  /// Ends the rehearsal (trial run of a factory) on the current thread, and blocks the thread
  /// forever, because the factory cannot continue without the value that it needs. Returns
  /// immediately if no rehearsal is running on this thread.
  static func stop(because problem: ModuleProblem, at site: SourceSite) {
    // A factory that continues after its time limit must be stopped too, although its rehearsal is
    // over. Otherwise, the factory would end the process.
    guard let here else { return }
    here.end(because: (problem, site, RunningFactory.current?.chain ?? []))
    System.stay()
  }
}

extension Rehearsal: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool { note { $0.issues.append(issue) } }
}

extension Rehearsal: ReadObserver {
  func didRead(_ read: DependencyRead, from frame: Frame) {
    if read.key == DependencyContextKey.record { _ = note { $0.hasReadContext = true } }
  }

  func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?) {}
  func didBind(_ overrides: [Frame], at site: (Frame) -> SourceSite?) {}
}

/// The scope in which a rehearsal (a trial run of a factory) takes place. The scope has its own
/// instances, and contains only the modules to check and the surrounding scope's key overrides.
struct RehearsalStage {
  private let root: DependencyRoot
  let frame: Frame

  init(of modules: Dependencies, over outer: Frame, in context: DependencyContext) {
    root = DependencyRoot(owner: outer.root.owner, part: DependencyRoot.rehearsal)
    var values = DependencyValues(over: outer.keyOverrides(over: RootFrame(root)))
    values.context = context
    values.install(modules)
    frame = values.frame
  }

  func rehearse(_ slot: Slot, at site: SourceSite) -> Rehearsal.Transcript {
    let (frame, rehearsal) = (frame, Rehearsal())
    return rehearsal.run {
      Frame.bind(ScopeFrame(over: frame, reporter: rehearsal, observer: rehearsal)) {
        slot.touch(from: .current, at: site)
      }
    }
  }

  func close() { root.close() }
}
