import Synchronization

/// The running computations of default values on each thread, and the threads that wait for them.
///
/// A synchronous computation occupies its thread until it ends, so the computations of a thread
/// form a stack. Thread-specific storage contains the top of the stack. Other threads inspect the
/// stack only while its thread is blocked.
package enum ComputingThreads {
  /// The address of each thread's innermost computation, which stays alive while it runs.
  private static let innermost = ThreadWord()
  // One monitor (a lock with a condition variable) is enough, because threads rarely wait.
  private static let monitor = Monitor(State())
  /// The number of threads that wait, or are about to wait, for a computation of another thread.
  private static let waitCount = Atomic<Int>(0)

  fileprivate struct State {
    /// The threads that are blocked, each with the computation that it waits for.
    var waits: [Wait] = []

    mutating func end(of thread: UInt) { waits.removeAll { $0.thread == thread } }
  }

  fileprivate struct Wait {
    let thread: UInt
    /// The computation that the thread waits for.
    let computation: Computation
    /// The innermost computation that the waiting thread itself runs, or `nil` if it runs none.
    let innermost: Computation?
  }

  /// The innermost computation that the current thread is running, or `nil` if it runs none.
  static var current: Uncounted<Computation>? { Uncounted(at: innermost.value) }

  /// Makes `computation` the innermost computation of the current thread.
  static func begin(_ computation: Computation) {
    innermost.value = Uncounted(computation).address
  }

  /// Ends the innermost computation of the current thread, and wakes the threads that wait for it.
  static func end(_ computation: Computation) {
    innermost.value = computation.enclosing?.address ?? 0
    computation.isFinished.store(true, ordering: .sequentiallyConsistent)
    // A thread that has not yet incremented `waitCount` will check `isFinished` before it blocks.
    guard waitCount.load(ordering: .sequentiallyConsistent) > 0 else { return }
    monitor.withLock { _ in }
    monitor.wakeAll()
  }

  /// Blocks the current thread until `computation` has ended.
  ///
  /// Traps with the names of the keys if `computation` waits for the current thread in turn,
  /// because that is a dependency cycle.
  static func wait(for computation: Computation) {
    waitCount.add(1, ordering: .sequentiallyConsistent)
    defer { waitCount.subtract(1, ordering: .sequentiallyConsistent) }
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

  /// Traps with a description of the cycle if the current thread is already computing a value of
  /// `subject`, because that computation would wait for itself.
  static func checkNesting(of subject: Subject) {
    var running = current?.object
    while let computation = running {
      if computation.subject === subject { wait(for: computation) }
      running = computation.enclosing?.object
    }
  }

  /// Returns `true` if `thread` is blocked because it waits for a computation.
  package static func isWaiting(_ thread: UInt) -> Bool {
    monitor.withLock { $0.wait(of: thread) != nil }
  }
}

extension ComputingThreads.State {
  fileprivate func wait(of thread: UInt) -> ComputingThreads.Wait? {
    for wait in waits where wait.thread == thread { return wait }
    return nil
  }

  /// Returns the names of computations that wait for each other in a cycle, or `nil` if none do.
  func cycle(from first: Computation, backTo thread: UInt) -> [String]? {
    var chain: [String] = []
    var awaited = first
    // A thread that waits for a finished computation is about to run, so it is not part of a cycle.
    while !awaited.isFinished.load(ordering: .sequentiallyConsistent),
      let wait = wait(of: awaited.thread)
    {
      var stretch: [String] = []
      var inner = wait.innermost
      while let current = inner {
        stretch.append(current.subject.name)
        if current === awaited { break }
        inner = current.enclosing?.object
      }
      chain += stretch.reversed()
      if awaited.thread == thread { return chain + [first.subject.name] }
      awaited = wait.computation
    }
    return nil
  }
}
