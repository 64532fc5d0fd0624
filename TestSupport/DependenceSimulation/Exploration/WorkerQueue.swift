import Dependence

/// Workers that wait until one of them has found more to do.
final class WorkerQueue: Sendable {
  private let waiting = Lock<[CheckedContinuation<Void, Never>]>([])

  /// The next run; nil once there is none left.
  func next(of search: Lock<ScheduleSearch>) async -> ScheduleSearch.Ticket? {
    while true {
      let (ticket, isFinished) = search.withLock { ($0.next(), $0.isFinished) }
      if let ticket { return ticket }
      // Who is cancelled takes no ticket back, so nobody may wait for it.
      if isFinished || Task.isCancelled { return nil }
      await withCheckedContinuation { continuation in
        waiting.withLock { $0.append(continuation) }
        // Somebody may have been done in between.
        if Task.isCancelled || search.withLock({ $0.isFinished || $0.hasNext }) { wake() }
      }
    }
  }

  /// Lets everybody look again.
  func wake() {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for continuation in all { continuation.resume() }
  }
}
