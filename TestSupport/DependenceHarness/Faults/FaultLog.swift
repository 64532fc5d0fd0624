/// The faults of each endpoint: a pure state machine.
struct FaultLog: Sendable {
  /// The number of calls of each endpoint.
  private(set) var counts: [String: Int] = [:]
  /// The number of calls that got a fault from a search.
  private(set) var chosen = 0
  /// Whether calls outside a simulation have been reported, where no search can choose their faults.
  private(set) var isOutsideReported = false
  private(set) var injected: [Faults.Injection] = []
  /// The last injection that cancelled each task.
  private(set) var cancellations: [Int: Faults.Injection] = [:]

  /// The number of a call that begins, among those of its endpoint.
  mutating func begin(_ endpoint: String) -> Int {
    counts[endpoint, default: 0] += 1
    return counts[endpoint, default: 0]
  }

  /// Counts a call that got a fault from a search.
  mutating func noteChoice() { chosen += 1 }

  /// - Returns: Whether this is the first call outside a simulation.
  mutating func noteOutside() -> Bool {
    defer { isOutsideReported = true }
    return !isOutsideReported
  }

  /// Notes what was injected.
  ///
  /// - Parameter task: The identity of the task that the injection cancels.
  mutating func note(_ injection: Faults.Injection, on task: Int?) {
    injected.append(injection)
    if let task { cancellations[task] = injection }
  }

  /// The injections by endpoint and call: in which order calls of different endpoints came is left to
  /// chance, and must not show.
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
  /// Something that was injected into a call.
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
    /// The number of the call among those of its endpoint, from 1.
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
    // Rounded to nanoseconds, of which binary fractions show too many digits.
    return "\(((Double(seconds) + Double(attoseconds) / 1e18) * 1e9).rounded() / 1e9) s"
  }
}
