/// What became of a call that a ``Spy`` recorded.
public enum CallOutcome<Result: Sendable>: Sendable {
  /// The call has not ended yet.
  case running
  /// The call gave this back.
  case returned(Result)
  /// The call ended with this error.
  case threw(any Error)
}

extension CallOutcome: CustomStringConvertible {
  /// In words: "returned 3".
  public var description: String {
    switch self {
    case .running: "still running"
    case .returned(let result) where result is Void: "returned"
    case .returned(let result): "returned \(CallText.value(result))"
    case .threw(let error): "threw \(error)"
    }
  }
}
