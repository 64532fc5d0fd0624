import Dependence

/// A log of the calls to one spy, including calls that are still running. The log does no locking
/// of its own; ``Spy`` protects it with a lock.
struct SpyLog<Arguments: Sendable, Result: Sendable>: Awaitable {
  typealias Call = SpyCall<Arguments, Result>

  struct Running: Sendable {
    /// The index of the call in ``calls``, or `nil` if the log has been reset since the call began.
    var index: Int?
    let call: Call
    /// The dependency root of the test that the call belongs to. Each test has its own root. By
    /// default, the test fails if it ends while the call is still running. The property is `nil` if
    /// the call has been reported because it began after the end of its test.
    var root: DependencyRoot?
  }

  private(set) var calls: [Call] = []
  private var running: [UInt64: Running] = [:]
  var rendezvous = Rendezvous()
  /// The tests that have wrapped closures in the spy, and the tests whose calls the log contains.
  var users = SpyUsers()
  /// Whether the test has read the recorded calls or checked them with an expectation.
  private(set) var isInspected = false

  var count: Int { calls.count }

  /// Records that `call` has begun, and returns the continuations of tasks that were waiting for
  /// this many calls to begin.
  ///
  /// - Parameter order: The call's sequence number, which is greater than that of every earlier
  ///   call.
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

  /// Records that the test has read the recorded calls or checked them with an expectation, so that
  /// they are not reported as unchecked when the test ends.
  mutating func noteInspection() {
    isInspected = true
    users.removeForeignCalls()
  }

  /// Returns `true` if the call with the sequence number `order` is still running and the log has
  /// not been reset since the call began.
  func isKept(_ order: UInt64) -> Bool { running[order]?.index != nil }

  /// Excludes the call with the sequence number `order` from the checks at the end of its test.
  /// Returns `false` if these checks have already found the call.
  mutating func excludeFromChecks(_ order: UInt64) -> Bool {
    running[order]?.root = nil
    return running[order] != nil
  }

  // The methods below return the values that they remove. Callers release these values after
  // unlocking, because releasing them may run user code that calls the spy.

  /// Records the outcome of the call with the sequence number `order`, and removes the call from
  /// the running calls. Returns the removed call, or `nil` if no call with this number was running.
  mutating func end(_ order: UInt64, _ outcome: CallOutcome<Result>) -> Running? {
    let ended = running.removeValue(forKey: order)
    if let index = ended?.index { calls[index].outcome = outcome }
    return ended
  }

  /// Removes and returns all recorded calls. A removed call that is still running must nonetheless
  /// end before its test does.
  ///
  /// - Parameter user: The test that resets the log, or `nil` if the code that resets it does not
  ///   belong to a single test.
  mutating func reset(by user: SpyUser?) -> [Call] {
    defer { calls = [] }
    users.noteReset(by: user)
    for order in running.keys { running[order]?.index = nil }
    return calls
  }

  /// Removes and returns the running calls of the test with the given root, in the order in which
  /// they began.
  mutating func removeRunningCalls(of root: DependencyRoot) -> [Running] {
    let orders = running.filter { $1.root === root }.keys.sorted()
    return orders.compactMap { running.removeValue(forKey: $0) }
  }
}
