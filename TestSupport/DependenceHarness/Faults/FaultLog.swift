/// A state machine that counts the calls to each endpoint and records the faults that were
/// injected.
struct FaultLog: Sendable {
  /// The number of calls to each endpoint, by the name of the endpoint.
  private(set) var counts: [String: Int] = [:]
  private(set) var chosen = 0
  /// Whether an issue was already reported for a call outside a simulation, where no search can
  /// choose faults.
  private(set) var isOutsideReported = false
  private(set) var injected: [Faults.Injection] = []
  /// The last fault that cancelled each task, by the identity of the task.
  private(set) var cancellations: [Int: Faults.Injection] = [:]

  /// Counts a call to an endpoint, and returns its position among the calls to that endpoint, from
  /// 1.
  mutating func begin(_ endpoint: String) -> Int {
    counts[endpoint, default: 0] += 1
    return counts[endpoint, default: 0]
  }

  /// Counts a call for which a search of schedules has chosen a fault.
  mutating func noteChoice() { chosen += 1 }

  /// Records a call outside a simulation. Returns `true` for the first one, for which an issue is
  /// reported.
  mutating func noteOutside() -> Bool {
    defer { isOutsideReported = true }
    return !isOutsideReported
  }

  /// Records that a fault was injected into a call.
  ///
  /// - Parameter task: The identity of the task that the fault cancels, or `nil` if it cancels
  ///   none.
  mutating func note(_ injection: Faults.Injection, on task: Int?) {
    injected.append(injection)
    if let task { cancellations[task] = injection }
  }

  /// The injected faults, sorted by endpoint and call. Sorting makes the list independent of the
  /// order in which concurrent calls ran.
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
  /// A record of one fault that was injected into one call.
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
    /// The position of the call among the calls to its endpoint, starting at 1.
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
    case .heldBack(let delay): "response delayed \(delay.inSeconds)"
    case .lostResponse(let error): "executed, response lost, threw \(error)"
    case .executedTwice: "executed twice"
    }
  }
}

extension Duration {
  fileprivate var inSeconds: String {
    let (seconds, attoseconds) = components
    // Rounding to nanoseconds removes digits that come only from the binary floating-point format.
    return "\(((Double(seconds) + Double(attoseconds) / 1e18) * 1e9).rounded() / 1e9) s"
  }
}
