import Dependence

/// A log of the calls to one spy, including calls that are still running. The log does no locking
/// of its own. ``Spy`` protects it with a lock.
struct SpyLog<Arguments: Sendable, Result: Sendable>: Awaitable {
  typealias Call = SpyCall<Arguments, Result>

  struct Running: Sendable {
    /// The index of the call in ``calls``, or `nil` if the log has been reset since the call began.
    var index: Int?
    let call: Call
    /// The dependency root of the test to which the call is attributed. Each test has its own root.
    /// By default, the test fails if it ends while the call is still running.
    let root: DependencyRoot
  }

  private(set) var calls: [Call] = []
  private var running: [UInt64: Running] = [:]
  var rendezvous = Rendezvous()
  /// Whether the test has read the recorded calls or checked them with an expectation.
  private(set) var isInspected = false
  /// The calls that tests made to closures that an earlier test had wrapped in this spy. The
  /// earlier test has already ended. The key identifies the calling test by its dependency root.
  /// The value contains the number of these calls and the name of the earlier test. All entries are
  /// removed when a test inspects the log.
  private var foreignCalls: [ObjectIdentifier: (count: Int, test: String)] = [:]

  var count: Int { calls.count }

  /// Records that `call` has begun, and returns the continuations of tasks that were waiting for
  /// this many calls to begin.
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

  /// Records that a test calls a closure that an earlier test had wrapped in this spy.
  ///
  /// - Parameters:
  ///   - root: The dependency root of the calling test.
  ///   - test: The name of the earlier test.
  mutating func noteForeignCall(in root: DependencyRoot, closureOf test: String) {
    foreignCalls[ObjectIdentifier(root), default: (0, test)].count += 1
  }

  /// Returns the number of calls that the test with the given root made to closures of an earlier
  /// test, and the name of the earlier test. Counts only calls that were recorded after a test last
  /// inspected the log. Returns `nil` if there are none. Removes the record of these calls.
  mutating func removeForeignCalls(of root: DependencyRoot) -> (count: Int, test: String)? {
    foreignCalls.removeValue(forKey: ObjectIdentifier(root))
  }

  /// Records that the test has read the recorded calls or checked them with an expectation. At the
  /// end of the test, the calls are then not reported as unchecked.
  mutating func noteInspection() {
    isInspected = true
    foreignCalls = [:]
  }

  /// Returns `true` if the call with the sequence number `order` is still running and the log has
  /// not been reset since the call began.
  func isKept(_ order: UInt64) -> Bool { running[order]?.index != nil }

  // The methods below return the values that they remove. Callers release these values after
  // unlocking, because releasing them may run user code that calls the spy.

  /// Records the outcome of the call with the sequence number `order`, and removes the call from
  /// the running calls. Returns the removed call, or `nil` if no call with this number was running.
  mutating func end(_ order: UInt64, _ outcome: CallOutcome<Result>) -> Running? {
    let ended = running.removeValue(forKey: order)
    if let index = ended?.index { calls[index].outcome = outcome }
    return ended
  }

  /// Removes and returns all recorded calls. Even if a call is still running when it is removed, it
  /// must end before its test does.
  mutating func reset() -> [Call] {
    defer { calls = [] }
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
