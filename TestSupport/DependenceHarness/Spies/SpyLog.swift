import Dependence

/// The properties of a recorded call that ``SpyLog`` needs, regardless of the argument types.
protocol SpiedCall: Sendable {
  associatedtype Result: Sendable
  var outcome: CallOutcome<Result> { get set }
  var number: Int { get set }
  var order: UInt64 { get set }
}

/// Stores the calls made to one spy. The log is a state machine, which ``Spy`` protects with a
/// lock.
struct SpyLog<Call: SpiedCall>: Awaitable {
  struct Running: Sendable {
    /// The index of the call in ``calls``, or `nil` if the log has been reset since the call began.
    var index: Int?
    let call: Call
    /// The root of the test to which the call is attributed. The test fails if it ends before the
    /// call.
    let root: DependencyRoot
  }

  private(set) var calls: [Call] = []
  private var running: [UInt64: Running] = [:]
  var rendezvous = Rendezvous()
  /// Whether the test has read the recorded calls or checked them with an expectation.
  var isInspected = false

  var count: Int { calls.count }

  /// Records the start of `call`, and returns the continuations of tasks that were waiting for this
  /// many calls.
  ///
  /// - Parameter order: The sequence number of the call, which is greater than that of every
  ///   earlier call.
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

  /// Returns `true` if the call is still running and the log has not been reset since it began.
  func isKept(_ order: UInt64) -> Bool { running[order]?.index != nil }

  // The methods below return the values that they remove. Callers release these values after
  // unlocking, because releasing them may run user code.

  /// Records the outcome of a call, and returns the removed entry of the running call, if there is
  /// one.
  mutating func end(_ order: UInt64, _ outcome: CallOutcome<Call.Result>) -> Running? {
    let ended = running.removeValue(forKey: order)
    if let index = ended?.index { calls[index].outcome = outcome }
    return ended
  }

  /// Removes and returns all calls. Calls that are still running must nevertheless end before their
  /// test does.
  mutating func reset() -> [Call] {
    defer { calls = [] }
    for order in running.keys { running[order]?.index = nil }
    return calls
  }

  /// Removes and returns the calls of the given test that are still running, in the order in which
  /// they began.
  mutating func removeRunningCalls(of root: DependencyRoot) -> [Running] {
    let orders = running.filter { $1.root === root }.keys.sorted()
    return orders.compactMap { running.removeValue(forKey: $0) }
  }
}
