/// A snapshot of one call recorded by a ``Spy``.
///
/// - Parameters:
///   - Arguments: The tuple type of the arguments, or the type of a single argument.
///   - Result: The type of the value that the endpoint returns.
public struct SpyCall<Arguments: Sendable, Result: Sendable>: Sendable {
  // This type is generic over a tuple instead of a parameter pack. With a parameter pack, the
  // compiler would crash on key paths into this type, such as `\.arguments`.

  /// The call's arguments as a tuple, or the argument itself if there is only one.
  public let arguments: Arguments
  /// The outcome of the call at the time of the snapshot.
  public internal(set) var outcome = CallOutcome<Result>.running
  /// The position of this call among the spy's calls since the last reset, starting at 1.
  public internal(set) var number = 0
  /// A number that orders the calls to all spies in the process. A call has a lower number than
  /// every call that begins later, even one recorded by a different spy.
  public internal(set) var order: UInt64 = 0
  /// The virtual time at which the call began, or `nil` if the clock does not use virtual time.
  public let time: Duration?
  /// The name of the test that made the call, or `nil` if the call was made outside any test.
  public let owner: String?

  init(_ arguments: Arguments, time: Duration?, owner: String?) {
    self.arguments = arguments
    self.time = time
    self.owner = owner
  }
}

extension SpyCall: CustomStringConvertible {
  /// A description of the arguments and the outcome, such as `("a", 1), returned 3`.
  public var description: String { "\(argumentText), \(outcome)" }

  var argumentText: String {
    if let call = arguments as? ClientCall { return call.description }
    let mirror = Mirror(reflecting: arguments)
    let isTuple = mirror.displayStyle == .tuple
    return CallText.arguments(isTuple ? mirror.children.map { $0.value } : [arguments])
  }
}

/// The outcome of a call recorded by a ``Spy``.
public enum CallOutcome<Result: Sendable>: Sendable {
  /// The call has not ended yet.
  case running
  /// The call returned this value.
  case returned(Result)
  /// The call threw this error.
  case threw(any Error)
}

extension CallOutcome: CustomStringConvertible {
  /// A description of the outcome, such as "returned 3", "threw notFound", or "still running".
  public var description: String {
    switch self {
    case .running: "still running"
    // Omit `Void` results. Compare the result as text, because a `ClientSpy` stores each result as
    // text, which is "()" for `Void`.
    case .returned(let result) where CallText.value(result) == "()": "returned"
    case .returned(let result): "returned \(CallText.value(result))"
    case .threw(let error): "threw \(error)"
    }
  }
}

/// A moment in a call that a test can wait for: the call's beginning or its end.
public enum CallMoment: Sendable, Hashable {
  /// The call has begun. It may still be running.
  case begin
  /// The call has returned a value or thrown an error.
  case end
}

/// A numbered list of calls, one per line, for an error message.
struct CallList: CustomStringConvertible {
  private static let limit = 50

  private let texts: [String]
  private let isMarked: (Int) -> Bool

  /// Creates a list from the descriptions of calls.
  ///
  /// - Parameter isMarked: A closure that returns whether to mark the call at the given index with
  ///   `>`.
  init(_ texts: [String], isMarked: @escaping (Int) -> Bool = { _ in false }) {
    self.texts = texts
    self.isMarked = isMarked
  }

  var description: String {
    // Show only the first calls, to keep the message readable. Show later calls only if they are
    // marked, because the message refers to the marked calls.
    let marked = texts.indices.dropFirst(Self.limit).filter(isMarked).prefix(Self.limit)
    var lines: [String] = []
    var next = 0
    for index in texts.indices.prefix(Self.limit) + marked {
      if index > next { lines.append("  … \(index - next) more") }
      lines.append("\(isMarked(index) ? ">" : " ") \(index + 1). \(texts[index])")
      next = index + 1
    }
    if next < texts.count { lines.append("  … and \(texts.count - next) more") }
    return lines.joined(separator: "\n")
  }

  /// Returns the list, preceded by a heading with the number of calls, such as "Actual: 2 calls".
  func titled(_ title: String) -> String {
    if texts.isEmpty { return "\(title): no calls" }
    return "\(title): \(texts.count == 1 ? "1 call" : "\(texts.count) calls")\n\(self)"
  }
}
