import Foundation

/// A snapshot of one call that a ``Spy`` recorded.
///
/// - Parameters:
///   - Arguments: The tuple type of the arguments, or the type of a single argument.
///   - Result: The type of the value that the endpoint returns.
public struct SpyCall<Arguments: Sendable, Result: Sendable>: SpiedCall {
  // This type has no parameter pack, because the compiler crashes on key paths into generic types
  // with parameter packs, such as `\.arguments`.

  /// The arguments of the call as a tuple, or the single argument.
  public let arguments: Arguments
  /// The outcome of the call when the snapshot was taken.
  public internal(set) var outcome = CallOutcome<Result>.running
  /// The position of this call among the calls of its spy since the last reset, starting at 1.
  public internal(set) var number = 0
  /// A number that orders the calls of all spies in the process by the time at which they began.
  public internal(set) var order: UInt64 = 0
  /// The virtual time at which the call began, or `nil` if the clock does not use virtual time.
  public let time: Duration?
  /// The name of the test that made the call, or `nil` if the call was made outside all tests.
  public let owner: String?

  init(_ arguments: Arguments, time: Duration?, owner: String?) {
    self.arguments = arguments
    self.time = time
    self.owner = owner
  }
}

extension SpyCall: CustomStringConvertible {
  /// The arguments and the outcome, such as `("a", 1), returned 3`.
  public var description: String { "\(argumentText), \(outcome)" }

  var argumentText: String {
    let mirror = Mirror(reflecting: arguments)
    let isTuple = mirror.displayStyle == .tuple
    return CallText.arguments(isTuple ? mirror.children.map { $0.value } : [arguments])
  }
}

/// The outcome of a call that a ``Spy`` recorded.
public enum CallOutcome<Result: Sendable>: Sendable {
  /// The call has not ended.
  case running
  /// The call returned the associated value.
  case returned(Result)
  /// The call threw the associated error.
  case threw(any Error)
}

extension CallOutcome: CustomStringConvertible {
  /// A description such as "returned 3", "threw notFound" or "still running".
  public var description: String {
    switch self {
    case .running: "still running"
    case .returned(let result) where result is Void: "returned"
    case .returned(let result): "returned \(CallText.value(result))"
    case .threw(let error): "threw \(error)"
    }
  }
}

/// The part of a call that a test can wait for: its beginning or its end.
public enum CallMoment: Sendable, Hashable {
  /// The call has begun, and may still be running.
  case begin
  /// The call has returned a value or thrown an error.
  case end
}

/// A numbered list of calls for an error message, with one call on each line.
struct CallList: CustomStringConvertible {
  private static let limit = 50

  private let texts: [String]
  private let isMarked: (Int) -> Bool

  /// Creates a list from the texts of calls.
  ///
  /// - Parameter isMarked: Returns `true` if the call at the given index is marked with `>`.
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

  /// Returns the list with a heading that contains the number of calls, such as "Actual: 2 calls".
  func titled(_ title: String) -> String {
    if texts.isEmpty { return "\(title): no calls" }
    return "\(title): \(texts.count == 1 ? "1 call" : "\(texts.count) calls")\n\(self)"
  }
}

enum CallText {
  /// Returns a value as text. Strings and characters are in quotation marks.
  static func value(_ value: Any) -> String {
    switch value {
    case is String, is Substring, is Character: String(reflecting: value)
    // The description of data contains only its length.
    case let data as Data: data.base64EncodedString()
    default: String(describing: value)
    }
  }

  /// Returns the arguments of a call as text, such as `("a", 1)`.
  static func arguments(_ values: [Any]) -> String {
    "(\(values.map(value).joined(separator: ", ")))"
  }
}
