import Dispatch

/// An actor of which anybody can tell whether it runs them.
actor Desk {
  nonisolated private let line = Line()
  nonisolated var unownedExecutor: UnownedSerialExecutor { line.asUnownedSerialExecutor() }
}

nonisolated final class Line: SerialExecutor {
  private static let mark = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "Desk")

  /// True if a desk runs this.
  static var isHere: Bool { DispatchQueue.getSpecific(key: mark) == true }

  init() {
    queue.setSpecific(key: Self.mark, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
