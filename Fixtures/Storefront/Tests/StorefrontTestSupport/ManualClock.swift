import Synchronization

/// A clock that stands still until a test moves it.
///
/// A test first waits for its sleepers with ``sleepers(_:)`` and then advances. Neither looks at the
/// real time, so the outcome does not depend on how busy the machine is.
package final class ManualClock: Clock {
  /// The time since the clock was made.
  package struct Instant: InstantProtocol {
    package let offset: Duration

    package init(offset: Duration = .zero) {
      self.offset = offset
    }

    package func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    package func duration(to other: Instant) -> Duration { other.offset - offset }

    package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  package let minimumResolution: Duration = .zero
  private let state = Mutex(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }

  /// How many are asleep.
  package var sleeperCount: Int { state.withLock { $0.sleeperCount } }

  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(until: .time(deadline))
  }

  /// Waits until at least `count` are asleep.
  ///
  /// - Throws: `CancellationError`, so that a test whose sleepers never come ends at its time limit.
  package func sleepers(_ count: Int) async throws {
    try await wait(until: .sleepers(count))
  }

  /// Moves the time forward and wakes everyone whose deadline has come.
  package func advance(by duration: Duration) {
    perform { $0.advance(by: duration) }
  }

  private func wait(until event: State.Event) async throws {
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { $0.wait(id, until: event, continuation) }
      }
    } onCancel: {
      perform { $0.cancel(id) }
    }
  }

  /// Decides under the lock, and resumes outside it.
  private func perform(_ step: (inout State) -> [State.Resumption]) {
    for resumption in state.withLock({ step(&$0) }) { resumption() }
  }
}
