import Dependence

/// The properties of a recorded call that ``SpyLog`` needs, independent of the argument types.
protocol SpiedCall: Sendable {
  associatedtype Result: Sendable
  var outcome: CallOutcome<Result> { get set }
  var number: Int { get set }
  var order: UInt64 { get set }
}

/// A state machine that stores the calls of one spy.
struct SpyLog<Call: SpiedCall>: Awaitable {
  struct Running: Sendable {
    /// The index of the call in ``calls``, or `nil` if the log was reset while the call was
    /// running.
    var index: Int?
    let call: Call
    /// The root of the test that must not end before the call does.
    let root: DependencyRoot
  }

  private(set) var calls: [Call] = []
  private var running: [UInt64: Running] = [:]
  var rendezvous = Rendezvous()
  /// Whether test code has read the calls or stated an expectation about them.
  var isInspected = false

  var count: Int { calls.count }

  /// Records the start of `call`, and returns the continuations of tasks that waited for another
  /// call.
  ///
  /// - Parameter order: The number of the call, which is greater than that of every earlier call.
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

  /// Returns `true` if the call is still running and the log was not reset since it began.
  func isKept(_ order: UInt64) -> Bool { running[order]?.index != nil }

  // These methods return the values that they remove. The caller releases them after unlocking,
  // because releasing a value may run user code.

  /// Records the outcome of a call, and returns its entry, which the caller releases after
  /// unlocking.
  mutating func end(_ order: UInt64, _ outcome: CallOutcome<Call.Result>) -> Running? {
    let ended = running.removeValue(forKey: order)
    if let index = ended?.index { calls[index].outcome = outcome }
    return ended
  }

  /// Removes and returns all calls. Running calls must still end before their test ends.
  mutating func reset() -> [Call] {
    defer { calls = [] }
    for order in running.keys { running[order]?.index = nil }
    return calls
  }

  /// Removes and returns the running calls of the test that owns `root`, in the order in which they
  /// began.
  mutating func removeRunningCalls(of root: DependencyRoot) -> [Running] {
    let orders = running.filter { $1.root === root }.keys.sorted()
    return orders.compactMap { running.removeValue(forKey: $0) }
  }
}
