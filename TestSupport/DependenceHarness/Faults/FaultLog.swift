/// The faults of each endpoint: a pure state machine.
struct FaultLog: Sendable {
  private var counts: [String: Int] = [:]
  private(set) var injected: [Faults.Injection] = []
  /// The last injection that cancelled each task.
  private(set) var cancellations: [Int: Faults.Injection] = [:]

  /// The number of a call that begins, among those of its endpoint.
  mutating func begin(_ endpoint: String) -> Int {
    counts[endpoint, default: 0] += 1
    return counts[endpoint, default: 0]
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
  public struct Injection: Sendable, CustomStringConvertible {
    /// An injected effect.
    public enum Effect: Sendable {
      /// The call began late by this much.
      case delayed(Duration)
      /// The caller got this error instead of an answer.
      case threw(any Error)
      /// The caller's task was cancelled instead of getting an answer.
      case cancelled
      /// The answer was held back for this long.
      case heldBack(Duration)
    }

    /// The name of the endpoint.
    public let endpoint: String
    /// The number of the call among those of its endpoint, from 1.
    public let call: Int
    /// The injected effect.
    public let effect: Effect

    /// In words: "API.fetch call 1: delayed 1.2 s".
    public var description: String { "\(endpoint) call \(call): \(effect)" }
  }
}

extension Faults.Injection.Effect: CustomStringConvertible {
  /// In words: "delayed 1.2 s".
  public var description: String {
    switch self {
    case .delayed(let delay): "delayed \(delay.inSeconds)"
    case .threw(let error): "threw \(error)"
    case .cancelled: "cancelled"
    case .heldBack(let delay): "answer held back \(delay.inSeconds)"
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
