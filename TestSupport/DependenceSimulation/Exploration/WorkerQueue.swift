import Dependence

/// A queue from which several workers take the schedules of one search. If the queue is empty, a
/// worker waits until another worker finishes a run, because the result may add schedules.
final class WorkerQueue: Sendable {
  private typealias Waiting = CheckedContinuation<SearchTicket??, Never>

  private struct State {
    var search: ScheduleSearch
    var waiting: [Waiting] = []
    var isStopped = false
  }

  private let state: Lock<State>

  init(_ search: ScheduleSearch) { state = Lock(State(search: search)) }

  func change<Result: Sendable>(_ body: (inout ScheduleSearch) -> Result) -> Result {
    state.withLock { body(&$0.search) }
  }

  func next() async -> SearchTicket? {
    while true {
      let found = await withCheckedContinuation { (continuation: Waiting) in
        let found: SearchTicket?? = state.withLock { state in
          if state.isStopped { return .some(nil) }
          if let ticket = state.search.next() { return .some(ticket) }
          // Stop if the search has been cancelled. Waiting for `isFinished` would take forever,
          // because cancelled workers never finish their schedules.
          if state.search.isFinished || Task.isCancelled { return .some(nil) }
          state.waiting.append(continuation)
          return nil
        }
        if found != nil { continuation.resume(returning: found) }
      }
      if let found { return found }
    }
  }

  /// Ends the search early, because a worker has thrown an error. The schedule of that worker is
  /// never finished, so the other workers would wait for it forever.
  func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  func wake() {
    let all = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in all { continuation.resume(returning: nil) }
  }
}
