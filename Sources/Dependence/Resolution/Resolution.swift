/// A value that a thread is computing, so that others wait for it instead of computing it again.
final class Resolution: @unchecked Sendable {
  // Unchecked, because what guards its variables is the monitor that all of them share.

  /// What is computed. Names are for messages, and take longer to find than most defaults to compute.
  private let makeName: @Sendable () -> String
  let thread = System.threadID
  // Both guarded by `Resolution.monitor`.
  private var enclosing: Resolution?
  private var isFinished = false

  /// Defaults are computed rarely and once, so one monitor serves the process.
  private static let monitor = Monitor(Threads())

  private struct Threads {
    /// What each thread is computing right now, innermost.
    var innermost: [UInt: Resolution] = [:]
    /// What each blocked thread waits for.
    var awaited: [UInt: Resolution] = [:]
  }

  init(_ name: @escaping @Sendable () -> String) {
    makeName = name
  }

  var name: String { makeName() }

  /// Enters the computation on this thread.
  func begin() {
    Self.monitor.withLock { threads in
      enclosing = threads.innermost.updateValue(self, forKey: thread)
    }
  }

  /// Leaves the computation and lets waiting threads go on.
  func end() {
    Self.monitor.withLock { threads in
      threads.innermost[thread] = enclosing
      enclosing = nil
      isFinished = true
    }
    Self.monitor.wakeAll()
  }

  /// Blocks until the computation has ended.
  ///
  /// Computations are synchronous, so the thread that owns this one is running, unless it waits in
  /// turn. If that chain of waiting leads back here, it is a dependency cycle: a trap, with the keys.
  func wait() {
    let thread = System.threadID
    var cycle: [String]?
    Self.monitor.wait { threads in
      if isFinished {
        threads.awaited[thread] = nil
        return true
      }
      cycle = cycleIfAwaited(by: thread, among: threads)
      threads.awaited[thread] = self
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

  private func cycleIfAwaited(by thread: UInt, among threads: Threads) -> [String]? {
    var chain: [String] = []
    var awaited = self
    while true {
      var stretch: [String] = []
      var inner = threads.innermost[awaited.thread]
      while let current = inner {
        stretch.append(current.name)
        if current === awaited { break }
        inner = current.enclosing
      }
      chain += stretch.reversed()
      if awaited.thread == thread { return chain + [name] }
      guard let next = threads.awaited[awaited.thread] else { return nil }
      awaited = next
    }
  }
}
