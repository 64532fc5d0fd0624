import Dispatch

/// An actor with a custom executor, so that code can check whether it runs on such an actor.
actor Desk {
  nonisolated private let line = Line()
  nonisolated var unownedExecutor: UnownedSerialExecutor { line.asUnownedSerialExecutor() }
}

nonisolated final class Line: SerialExecutor {
  private static let mark = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "Desk")

  /// Whether the current code runs on the executor of a `Desk`.
  static var isHere: Bool { DispatchQueue.getSpecific(key: mark) == true }

  init() {
    queue.setSpecific(key: Self.mark, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
