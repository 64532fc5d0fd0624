import Dependence

/// Lets tasks go on together: the last one to arrive opens the gate for all.
final class StartingGate: Sendable {
  struct State: Sendable {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { missing = count }

    /// Comes to the gate; returns everybody, if nobody is missing any more.
    mutating func arrive(_ task: CheckedContinuation<Void, Never>) -> [CheckedContinuation<
      Void, Never
    >] {
      missing -= 1
      waiting.append(task)
      guard missing <= 0 else { return [] }
      defer { waiting = [] }
      return waiting
    }
  }

  private let state: Lock<State>

  /// A gate that opens when this many tasks have arrived. All of them must, cancelled or not.
  init(for count: Int) { state = Lock(State(count)) }

  func arrive() async {
    await withCheckedContinuation { continuation in
      for task in state.withLock({ $0.arrive(continuation) }) { task.resume() }
    }
  }
}
