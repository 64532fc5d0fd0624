import Dependence
import Foundation

/// An executor with more threads than the cooperative pool has on a small machine, so that several
/// tasks can be delayed while others run.
final class ManyThreads: TaskExecutor {
  private static let count = 6

  private let jobs = Lock<[UnownedJob]>([])
  private let available = DispatchSemaphore(value: 0)

  init() {
    for _ in 0..<Self.count { Thread { self.runJobs() }.start() }
  }

  /// Ends the threads after all jobs have run.
  func stop() {
    for _ in 0..<Self.count { available.signal() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    available.signal()
  }

  private func runJobs() {
    while true {
      available.wait()
      guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
