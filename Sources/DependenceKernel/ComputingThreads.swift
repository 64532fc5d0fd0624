import Synchronization

/// The default values that each thread is currently computing, and the threads that wait for them.
///
/// A synchronous computation occupies its thread until it ends, so the computations on a thread
/// form a stack. The top of the stack is kept in thread-specific storage. Other threads inspect the
/// stack only while its thread is blocked.
package enum ComputingThreads {
  /// The address of the current thread's innermost computation, which stays alive while it is
  /// running.
  private static let innermost = ThreadWord()
  // All threads share one monitor (a lock with a condition variable), because threads rarely wait.
  private static let monitor = Monitor(State())

  fileprivate struct State {
    /// The blocked threads, each with the computation that it is waiting for.
    var waits: [Wait] = []

    mutating func end(of thread: UInt) { waits.removeAll { $0.thread == thread } }
  }

  fileprivate struct Wait {
    let thread: UInt
    let computation: Computation
    /// The innermost computation that is running on the waiting thread, or `nil` if the thread is
    /// not computing a default.
    let innermost: Computation?
  }

  /// The innermost computation of a default value that is running on the current thread, or `nil`
  /// if the thread is not computing a default value.
  static var current: Uncounted<Computation>? { Uncounted(at: innermost.value) }

  /// Makes `computation` the current thread's innermost computation.
  static func begin(_ computation: Computation) {
    innermost.value = Uncounted(computation).address
  }

  /// Ends the current thread's innermost computation, and wakes the threads that are waiting for
  /// it.
  static func end(_ computation: Computation) {
    innermost.value = computation.enclosing?.address ?? 0
    computation.isFinished.store(true, ordering: .sequentiallyConsistent)
    // Taking the lock ensures that no thread has seen the old value but is not waiting yet.
    monitor.withLock { _ in }
    monitor.wakeAll()
  }

  /// Blocks the current thread until `computation` has ended.
  ///
  /// Traps if `computation` is itself waiting for the current thread, because the two would wait
  /// forever. The error message lists the keys in this dependency cycle.
  static func wait(for computation: Computation) {
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
    if let cycle {
      fatalError(
        """
        Dependency cycle: \(cycle.joined(separator: " → ")). Each of these defaults reads the next \
        one while it is computed. To break the cycle, read one of them later, in a closure or a task.
        """
      )
    }
  }

  /// Traps if the current thread is already computing a value of `provider`, because that
  /// computation would wait for itself. The error message describes this dependency cycle.
  static func checkNesting(of provider: DefaultProvider) {
    var running = current?.object
    while let computation = running {
      if computation.provider === provider { wait(for: computation) }
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

  /// Returns the names of the defaults in a dependency cycle, or `nil` if there is no cycle.
  ///
  /// The search starts at `first`, the computation that `thread` wants to wait for.
  func cycle(from first: Computation, backTo thread: UInt) -> [String]? {
    var chain: [String] = []
    var awaited = first
    // A thread that waits for a finished computation will soon continue, so it is not part of a
    // cycle.
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
