import Dispatch

/// Calls back after some real time, unless it is cancelled before: on a thread of its own, so also
/// when every thread that runs tasks is blocked.
struct Alarm: Sendable {
  // A work item is safe to cancel from any thread, but is not declared Sendable.
  private nonisolated(unsafe) let work: DispatchWorkItem

  init(after limit: Duration, _ ring: @escaping @Sendable () -> Void) {
    work = DispatchWorkItem(block: ring)
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .nanoseconds(Int(min(max(nanoseconds, 0), 9e18))),
      execute: work
    )
  }

  func cancel() { work.cancel() }
}
