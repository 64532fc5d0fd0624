/// One call of a ``Spy``, as it was when the spy was asked.
///
/// - Parameters:
///   - Arguments: The arguments as a tuple; the argument itself, if there is just one.
///   - Result: What the endpoint gives back.
public struct SpyCall<Arguments: Sendable, Result: Sendable>: SpiedCall {
  // Not generic over a pack: the compiler crashes on key paths into types that are, `\.arguments` too.

  /// The call's arguments.
  public let arguments: Arguments
  /// The call's outcome.
  public internal(set) var outcome = CallOutcome<Result>.running
  /// Its number among the calls of its spy, from 1.
  public internal(set) var number = 0
  /// Its number among the calls of all spies of the process: what is smaller began earlier.
  public internal(set) var order: UInt64 = 0
  /// The time of the virtual clock of the spy or of the scope when the call began; nil without one.
  public let time: Duration?
  /// The name of the test in whose scope the call was made; nil outside every test's.
  public let owner: String?

  init(_ arguments: Arguments, time: Duration?, owner: String?) {
    self.arguments = arguments
    self.time = time
    self.owner = owner
  }
}

extension SpyCall: CustomStringConvertible {
  /// The arguments and the outcome: `("a", 1), returned 3`.
  public var description: String { "\(argumentText), \(outcome)" }

  var argumentText: String {
    let mirror = Mirror(reflecting: arguments)
    let isTuple = mirror.displayStyle == .tuple
    return CallText.arguments(isTuple ? mirror.children.map { $0.value } : [arguments])
  }
}

/// The outcome of a call that a ``Spy`` recorded.
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

/// A moment of a call to wait for.
public enum CallMoment: Sendable, Hashable {
  /// It has begun, and may still run.
  case begin
  /// It has returned or thrown.
  case end
}

/// Calls as a message lists them, one a line with its number.
struct CallList: CustomStringConvertible {
  private static let limit = 50

  private let texts: [String]
  private let isMarked: (Int) -> Bool

  /// - Parameter isMarked: Whether the call at an index is set off from the others.
  init(_ texts: [String], isMarked: @escaping (Int) -> Bool = { _ in false }) {
    self.texts = texts
    self.isMarked = isMarked
  }

  var description: String {
    var lines = texts.prefix(Self.limit).enumerated().map { index, text in
      "\(isMarked(index) ? ">" : " ") \(index + 1). \(text)"
    }
    if texts.count > Self.limit { lines.append("  … and \(texts.count - Self.limit) more") }
    return lines.joined(separator: "\n")
  }

  /// The calls under a heading that counts them: "Actual: 2 calls".
  func titled(_ title: String) -> String {
    if texts.isEmpty { return "\(title): no calls" }
    return "\(title): \(texts.count == 1 ? "1 call" : "\(texts.count) calls")\n\(self)"
  }
}

enum CallText {
  /// A value as it prints; text in quotes.
  static func value(_ value: Any) -> String {
    switch value {
    case is String, is Substring, is Character: String(reflecting: value)
    default: String(describing: value)
    }
  }

  /// Arguments as at a call: `("a", 1)`.
  static func arguments(_ values: [Any]) -> String {
    "(\(values.map(value).joined(separator: ", ")))"
  }
}
