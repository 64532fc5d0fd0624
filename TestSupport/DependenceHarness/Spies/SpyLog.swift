import Dependence

/// A call as ``SpyLog`` stores it. The log does not depend on the types of the arguments.
protocol SpiedCall: Sendable {
  associatedtype Result: Sendable
  var outcome: CallOutcome<Result> { get set }
  var number: Int { get set }
  var order: UInt64 { get set }
}

/// A state machine for the calls of one spy.
struct SpyLog<Call: SpiedCall>: Awaitable {
  struct Running: Sendable {
    /// The index of the call in ``calls``, or `nil` if the log was reset after the call began.
    var index: Int?
    let call: Call
    /// The root of the scope in which the call was made.
    let root: DependencyRoot
  }

  private(set) var calls: [Call] = []
  private var running: [UInt64: Running] = [:]
  var rendezvous = Rendezvous()
  /// Whether a test has read the calls, directly or through an expectation.
  var isInspected = false

  var count: Int { calls.count }

  /// Records the start of `call`, and returns the continuations of tasks that waited for it.
  ///
  /// - Parameter order: The identifier of the call. It is greater than that of every earlier call.
  mutating func begin(
    _ call: Call,
    order: UInt64,
    in root: DependencyRoot
  ) -> [Rendezvous.Continuation] {
    var call = call
    call.number = calls.count + 1
    call.order = order
    running[order] = Running(index: calls.count, call: call, root: root)
    calls.append(call)
    return rendezvous.met(by: count)
  }

  /// Returns `true` if the call is running and the log was not reset after it began.
  func isKept(_ order: UInt64) -> Bool { running[order]?.index != nil }

  // The methods below return the values that they remove, so that the caller releases them outside
  // the lock. Releasing a value may run user code.

  /// Records the outcome of a call, and returns the removed entry for release outside the lock.
  mutating func end(_ order: UInt64, _ outcome: CallOutcome<Call.Result>) -> Running? {
    let ended = running.removeValue(forKey: order)
    if let index = ended?.index { calls[index].outcome = outcome }
    return ended
  }

  /// Removes and returns all calls. Running calls must still end before their test does.
  mutating func reset() -> [Call] {
    defer { calls = [] }
    for order in running.keys { running[order]?.index = nil }
    return calls
  }

  /// Removes and returns, in order, the running calls that were made in scopes of `root`.
  mutating func giveUp(on root: DependencyRoot) -> [Running] {
    let orders = running.filter { $1.root === root }.keys.sorted()
    return orders.compactMap { running.removeValue(forKey: $0) }
  }
}
