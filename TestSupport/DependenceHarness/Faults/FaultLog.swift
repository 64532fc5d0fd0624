import Dependence

/// A log that counts the calls to each endpoint and records the faults injected into them. The log
/// does no locking of its own; ``Faults`` protects it with a lock.
struct FaultLog: Sendable {
  /// The number of calls to each endpoint, keyed by the endpoint's name.
  private(set) var counts: [String: Int] = [:]
  /// Whether there was a call into which at least one of the faults could be injected.
  var isInjectable = false
  /// Whether there was a call whose response a fault could not lose, because the endpoint threw an
  /// error instead of returning a response.
  var hasUnlosableResponse = false
  /// The number of calls that a simulation has chosen a fault for. Once it reaches the limit that
  /// the test has passed to `Faults` as `atMost:`, no more faults are injected.
  var chosen = 0
  /// Whether a call outside a simulation has already been reported as an issue. Such calls are
  /// issues if the faults were created with `atMost:`, because then only a simulation can choose
  /// the faults to inject.
  private(set) var isOutsideReported = false
  /// The numbers of the tests that cannot show the faults or their effect. An issue about this is
  /// reported once for each test.
  var blindTests: Set<UInt64> = []
  private(set) var injected: [Faults.Injection] = []
  /// The fault that most recently cancelled each task, keyed by the task's hash value. A task in a
  /// later test can have the same hash value, which is derived from the task's address, so each
  /// entry also identifies the test.
  private(set) var cancellations: [Int: Cancellation] = [:]

  /// The cancellation of a task by an injected fault. The dependency root identifies the test in
  /// which the task was cancelled.
  struct Cancellation: Sendable {
    let injection: Faults.Injection
    // The reference is weak to avoid a cycle, because the root retains the `Faults` object that
    // contains this log.
    weak let root: DependencyRoot?
  }

  /// Counts a call and returns its position among the calls to the same endpoint, starting at 1.
  mutating func begin(_ endpoint: String) -> Int {
    counts[endpoint, default: 0] += 1
    return counts[endpoint, default: 0]
  }

  /// Records that an endpoint was called outside a simulation, although the faults were created
  /// with `atMost:` and only a simulation can choose such faults. Returns `true` only for the first
  /// such call, so that the issue is reported only once.
  mutating func noteOutside() -> Bool {
    defer { isOutsideReported = true }
    return !isOutsideReported
  }

  /// Records that a fault was injected into a call.
  ///
  /// - Parameters:
  ///   - task: The hash value of the task cancelled by the fault, or `nil` if the fault did not
  ///     cancel a task.
  ///   - root: The dependency root of the test that made the call.
  mutating func note(_ injection: Faults.Injection, on task: Int?, in root: DependencyRoot) {
    injected.append(injection)
    if let task { cancellations[task] = Cancellation(injection: injection, root: root) }
  }

  /// The injected faults sorted by endpoint and call, so that the list does not depend on the order
  /// in which concurrent calls ran.
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
  /// A description of one fault that was injected into one call.
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
    /// The position of the call among the calls to the same endpoint, starting at 1.
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
    // Round to nanoseconds, because the last digits of the floating-point number are inexact.
    return "\(((Double(seconds) + Double(attoseconds) / 1e18) * 1e9).rounded() / 1e9) s"
  }
}
