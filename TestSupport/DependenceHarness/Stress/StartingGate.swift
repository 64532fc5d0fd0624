import Dependence

/// A barrier that makes tasks wait until all of them have arrived, and then lets them continue at
/// the same time.
final class StartingGate: Sendable {
  private struct State: Sendable {
    var missing: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>

  /// Creates a barrier that opens when `count` tasks have arrived. Even cancelled tasks must
  /// arrive, because the other tasks would otherwise wait forever.
  init(for count: Int) { state = Lock(State(missing: count)) }

  func arrive() async {
    await withCheckedContinuation { continuation in
      let ready: [CheckedContinuation<Void, Never>] = state.withLock { state in
        state.missing -= 1
        state.waiting.append(continuation)
        guard state.missing <= 0 else { return [] }
        defer { state.waiting = [] }
        return state.waiting
      }
      for task in ready { task.resume() }
    }
  }
}
