import Synchronization

/// The default values that each thread is computing, and the threads waiting for the results. This
/// information makes it possible to detect dependency cycles.
///
/// Computing a default value may require computing another one first, so each thread's computations
/// form a stack, whose top is kept in thread-specific storage. Other threads inspect a thread's
/// stack only while that thread is blocked.
package enum ComputingThreads {
  /// The address of the innermost computation that the current thread is running, or zero if there
  /// is none. The computation is not retained because it stays alive while it is running.
  private static let innermost = ThreadWord()
  // All threads share one monitor (a lock with a condition variable). This causes little
  // contention, because a thread rarely has to wait for another thread's computation.
  private static let monitor = Monitor(State())

  fileprivate struct State {
    /// The threads that are blocked until another thread has computed a default value, each with
    /// the computation that it is waiting for.
    var waits: [Wait] = []

    mutating func end(of thread: UInt) { waits.removeAll { $0.thread == thread } }
  }

  fileprivate struct Wait {
    let thread: UInt
    let computation: Computation
    /// The innermost computation that the waiting thread was running when it began to wait, or
    /// `nil` if it was not computing a default value.
    let innermost: Computation?
  }

  /// The innermost computation of a default value that is running on the current thread, or `nil`
  /// if the thread is not computing a default value.
  static var current: Uncounted<Computation>? { Uncounted(at: innermost.value) }

  /// Records that the current thread is about to run `computation`, which becomes the thread's
  /// innermost computation.
  static func begin(_ computation: Computation) {
    innermost.value = Uncounted(computation).address
  }

  /// Records that `computation`, the innermost one on the current thread, has ended, and wakes the
  /// threads waiting for its result.
  static func end(_ computation: Computation) {
    innermost.value = computation.enclosing?.address ?? 0
    computation.isFinished.store(true, ordering: .sequentiallyConsistent)
    // A waiting thread holds the lock from the time it checks `isFinished` until it blocks.
    // Acquiring the lock here therefore ensures that any thread that has seen `isFinished` as
    // `false` is already blocked, so it does not miss the wake-up.
    monitor.withLock { _ in }
    monitor.wakeAll()
  }

  /// Blocks the current thread until `computation` ends, and then returns `true`. Returns `false`
  /// without waiting if `computation` runs on another thread and needs a default value that the
  /// current thread is computing, because the two threads would then wait for each other forever.
  ///
  /// Traps if `computation` runs on the current thread, because its value then depends on itself.
  /// The error message names the dependencies in the cycle and gives the location of the read that
  /// completes it.
  static func wait(for computation: Computation, readAt location: ReadLocation) -> Bool {
    let thread = currentThread()
    var cycle: [String]?
    monitor.wait { state in
      if computation.isFinished.load(ordering: .sequentiallyConsistent) {
        state.end(of: thread)
        return true
      }
      state.end(of: thread)
      state.waits.append(
        Wait(thread: thread, computation: computation, innermost: current?.object)
      )
      cycle = state.cycle(from: computation, backTo: thread)
      return cycle != nil
    }
    guard let cycle else { return true }
    if computation.thread == thread {
      computation.ownRoot.trapOnCycle(cycle, location, computation)
    }
    monitor.withLock { $0.end(of: thread) }
    return false
  }

  /// Traps if the current thread is already computing a value of `provider`, because that value
  /// then depends on itself. The error message is the same as for ``wait(for:readAt:)``.
  static func checkNesting(of provider: DefaultProvider, readAt location: ReadLocation) {
    var running = current?.object
    while let computation = running {
      if computation.provider === provider { _ = wait(for: computation, readAt: location) }
      running = computation.enclosing?.object
    }
  }

  /// Returns `true` if `thread` is blocked waiting for a computation to end.
  package static func isWaiting(_ thread: UInt) -> Bool {
    monitor.withLock { $0.wait(of: thread) != nil }
  }
}

extension ComputingThreads.State {
  fileprivate func wait(of thread: UInt) -> ComputingThreads.Wait? {
    for wait in waits where wait.thread == thread { return wait }
    return nil
  }

  /// Returns the names of the dependencies in the cycle that arises when `thread` waits for the
  /// computation `first`, or `nil` if no cycle arises.
  func cycle(from first: Computation, backTo thread: UInt) -> [String]? {
    var chain: [String] = []
    var awaited = first
    // Only running computations can be part of a cycle. If the awaited one has ended, the thread
    // that is waiting for it will soon continue.
    while !awaited.isFinished.load(ordering: .sequentiallyConsistent),
      let wait = wait(of: awaited.thread)
    {
      var stretch: [String] = []
      var inner = wait.innermost
      while let current = inner {
        stretch.append(current.provider.name)
        if current === awaited { break }
        inner = current.enclosing?.object
      }
      chain += stretch.reversed()
      if awaited.thread == thread { return chain + [first.provider.name] }
      awaited = wait.computation
    }
    return nil
  }
}
