/// A state machine that records the calls of each endpoint and the faults that were injected.
struct FaultLog: Sendable {
  /// The number of calls of each endpoint.
  private(set) var counts: [String: Int] = [:]
  private(set) var chosen = 0
  /// Whether a call outside a simulation, for which no search can choose faults, was reported.
  private(set) var isOutsideReported = false
  private(set) var injected: [Faults.Injection] = []
  /// For each cancelled task, by its identity, the last injection that cancelled it.
  private(set) var cancellations: [Int: Faults.Injection] = [:]

  /// Records the start of a call and returns its index among the calls of the endpoint, from 1.
  mutating func begin(_ endpoint: String) -> Int {
    counts[endpoint, default: 0] += 1
    return counts[endpoint, default: 0]
  }

  /// Counts a call into which a search has injected a fault.
  mutating func noteChoice() { chosen += 1 }

  /// Records a call outside a simulation. Returns `true` if it is the first one.
  mutating func noteOutside() -> Bool {
    defer { isOutsideReported = true }
    return !isOutsideReported
  }

  /// Records an injection.
  ///
  /// - Parameter task: The identity of the task that the injection cancels.
  mutating func note(_ injection: Faults.Injection, on task: Int?) {
    injected.append(injection)
    if let task { cancellations[task] = injection }
  }

  /// The injections, sorted by endpoint and call. Calls of different endpoints run in an arbitrary
  /// order, which must not affect the list.
  var sorted: [Faults.Injection] {
    injected.enumerated()
      .sorted {
        ($0.element.endpoint, $0.element.call, $0.offset)
          < ($1.element.endpoint, $1.element.call, $1.offset)
      }
      .map(\.element)
  }
}

extension Faults {
  /// The effect of a fault on one call.
  struct Injection: Sendable, CustomStringConvertible {
    enum Effect: Sendable {
      case delayed(Duration)
      case threw(any Error)
      case cancelled
      case heldBack(Duration)
      case lostResponse(any Error)
      case executedTwice
    }

    let endpoint: String
    /// The index of the call among the calls of its endpoint, starting at 1.
    let call: Int
    let effect: Effect

    var description: String { "\(endpoint) call \(call): \(effect)" }
  }
}

extension Faults.Injection.Effect: CustomStringConvertible {
  var description: String {
    switch self {
    case .delayed(let delay): "delayed \(delay.inSeconds)"
    case .threw(let error): "threw \(error)"
    case .cancelled: "cancelled"
    case .heldBack(let delay): "answer held back \(delay.inSeconds)"
    case .lostResponse(let error): "executed, response lost, threw \(error)"
    case .executedTwice: "executed twice"
    }
  }
}

extension Duration {
  fileprivate var inSeconds: String {
    let (seconds, attoseconds) = components
    // Rounding to nanoseconds removes the digits that a binary fraction adds.
    return "\(((Double(seconds) + Double(attoseconds) / 1e18) * 1e9).rounded() / 1e9) s"
  }
}
