import Dependence

/// A barrier at which tasks wait until the last one has arrived. Then all of them continue at once.
final class StartingGate: Sendable {
  private struct State: Sendable {
    var missing: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>

  /// Creates a gate that opens after `count` tasks have arrived. Cancelled tasks must also arrive.
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
