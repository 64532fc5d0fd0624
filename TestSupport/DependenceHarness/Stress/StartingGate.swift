import Dependence

/// Lets tasks go on together: the last one to arrive opens the gate for all.
final class StartingGate: Sendable {
  private struct State: Sendable {
    var missing: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Lock<State>

  /// A gate that opens when this many tasks have arrived. All of them must, cancelled or not.
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
