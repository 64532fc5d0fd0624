/// One call of a ``Spy``, as it was when the spy was asked.
///
/// - Parameters:
///   - Arguments: The arguments as a tuple; the argument itself, if there is just one.
///   - Result: What the endpoint gives back.
public struct SpyCall<Arguments: Sendable, Result: Sendable>: SpiedCall {
  // Not generic over a pack: the compiler crashes on key paths into types that are, `\.arguments` too.

  /// What the call was made with.
  public let arguments: Arguments
  /// What has become of it.
  public internal(set) var outcome = CallOutcome<Result>.running
  /// Its number among the calls of its spy, from 1.
  public internal(set) var number = 0
  /// Its number among the calls of all spies of the process: what is smaller began earlier.
  public internal(set) var order: UInt64 = 0
  /// How far the virtual clock of the spy or of the scope had come when the call began; nil without
  /// one.
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

  /// The arguments as at a call.
  var argumentText: String {
    let mirror = Mirror(reflecting: arguments)
    let isTuple = mirror.displayStyle == .tuple
    return CallText.arguments(isTuple ? mirror.children.map { $0.value } : [arguments])
  }
}
