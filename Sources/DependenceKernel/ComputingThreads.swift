import Synchronization

/// The running computations of each thread, and the waits between threads.
///
/// Computations are synchronous, so those of one thread form a stack, and a thread that waits does nothing else. A
/// running thread keeps its stack in a thread-specific word. Other threads see the stack only while the thread waits.
package enum ComputingThreads {
  /// The innermost computation of this thread, as an address: its frame lives as long as it goes on.
  private static let innermost = ThreadWord()
  // Waits are rare, so one monitor serves the process.
  private static let monitor = Monitor(State())
  /// The number of threads that wait, or are about to.
  private static let waitCount = Atomic<Int>(0)

  fileprivate struct State {
    /// The waits of blocked threads. There are as many as threads at most.
    var waits: [Wait] = []

    mutating func end(of thread: UInt) { waits.removeAll { $0.thread == thread } }
  }

  fileprivate struct Wait {
    let thread: UInt
    /// The computation that is waited for.
    let computation: Computation
    /// The innermost computation of the waiting thread itself.
    let innermost: Computation?
  }

  /// The innermost computation of this thread right now.
  static var current: Uncounted<Computation>? { Uncounted(at: innermost.value) }

  /// Enters a computation on this thread.
  static func begin(_ computation: Computation) {
    innermost.value = Uncounted(computation).address
  }

  /// Leaves the innermost computation of this thread, and lets threads that wait for it go on.
  static func end(_ computation: Computation) {
    innermost.value = computation.enclosing?.address ?? 0
    computation.isFinished.store(true, ordering: .sequentiallyConsistent)
    // Whoever is not counted yet will see that it has ended.
    guard waitCount.load(ordering: .sequentiallyConsistent) > 0 else { return }
    monitor.withLock { _ in }
    monitor.wakeAll()
  }

  /// Blocks until a computation has ended.
  ///
  /// The thread that it belongs to is running, unless it waits in turn. If that chain of waiting leads
  /// back here, it is a dependency cycle: a trap, with the keys.
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
        one while it is computed. Break the chain: read one of them later, in a closure or a task.
        """
      )
    }
  }

  /// Traps with the cycle if this thread is already computing a value of `subject`, because it then waits for itself.
  static func checkNesting(of subject: Subject) {
    var running = current?.object
    while let computation = running {
      if computation.subject === subject { wait(for: computation) }
      running = computation.enclosing?.object
    }
  }

  /// Whether a thread waits for a computation.
  package static func isWaiting(_ thread: UInt) -> Bool {
    monitor.withLock { $0.wait(of: thread) != nil }
  }
}

extension ComputingThreads.State {
  fileprivate func wait(of thread: UInt) -> ComputingThreads.Wait? {
    for wait in waits where wait.thread == thread { return wait }
    return nil
  }

  /// The names of the computations that wait for each other in a circle, if there is one.
  func cycle(from first: Computation, backTo thread: UInt) -> [String]? {
    var chain: [String] = []
    var awaited = first
    // A thread that has not noticed yet that what it waits for has ended is about to run.
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
