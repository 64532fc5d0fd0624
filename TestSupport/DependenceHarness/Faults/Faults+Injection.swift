extension Faults {
  /// Something that was injected into a call.
  public struct Injection: Sendable, CustomStringConvertible {
    /// What was injected.
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
    /// What was injected.
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
