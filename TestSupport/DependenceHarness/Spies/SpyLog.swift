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
    /// default, the test fails if it ends while the call is still running.
    let root: DependencyRoot
  }

  private(set) var calls: [Call] = []
  private var running: [UInt64: Running] = [:]
  var rendezvous = Rendezvous()
  /// Whether the spy has wrapped a closure or a client. Otherwise, no call can reach the spy.
  private(set) var hasWrapped = false
  /// The tests that have wrapped closures in the spy, and the tests whose calls the log contains.
  private var users = SpyUsers()
  /// Whether the test has read the recorded calls or checked them with an expectation.
  private(set) var isInspected = false
  /// The calls that tests have made to closures wrapped by earlier tests, which have ended. The key
  /// is the identity of the calling test's dependency root, because each test has its own root. All
  /// entries are removed when a test inspects the log.
  private var foreignCalls: [ObjectIdentifier: ForeignCalls] = [:]

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

  /// Records that a test has called a closure that an earlier test wrapped in this spy.
  ///
  /// - Parameters:
  ///   - root: The dependency root of the calling test.
  ///   - test: The name of the earlier test.
  mutating func noteForeignCall(in root: DependencyRoot, closureOf test: String) {
    foreignCalls[ObjectIdentifier(root), default: ForeignCalls()].add(closureOf: test)
  }

  /// Removes and returns the calls that ``noteForeignCall(in:closureOf:)`` has recorded for the
  /// test that owns `root` since any test last inspected the log, or returns `nil` if there are
  /// none.
  mutating func removeForeignCalls(of root: DependencyRoot) -> ForeignCalls? {
    foreignCalls.removeValue(forKey: ObjectIdentifier(root))
  }

  /// Records that a closure or a client was wrapped.
  ///
  /// - Parameter user: The test that wrapped it, or `nil` if that code belongs to no single test.
  mutating func noteWrapping(by user: SpyUser?) {
    hasWrapped = true
    users.noteWrapping(by: user)
  }

  /// Records the test whose call is about to be added to the log, or `nil` if the call belongs to
  /// no single test.
  mutating func noteCall(by user: SpyUser?) { users.noteCall(by: user) }

  /// Finds out whether the recorded calls that the test `user` is about to check or read depend on
  /// other tests, which share the spy. Returns the problem to report, or `nil` if the calls do not
  /// depend on other tests or if the current run of `user` has already reported a problem.
  mutating func problem(of user: SpyUser) -> SpyUsers.Problem? { users.problem(of: user) }

  /// Records that the test has read the recorded calls or checked them with an expectation, so that
  /// they are not reported as unchecked when the test ends.
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

  /// Removes and returns all recorded calls. A removed call that is still running must nonetheless
  /// end before its test does.
  ///
  /// - Parameter user: The test that resets the log, or `nil` if that code belongs to no single
  ///   test.
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

/// One test's calls to closures that earlier tests wrapped in the same spy.
struct ForeignCalls: Sendable, Hashable {
  private(set) var count = 0
  /// The names of the earlier tests, in the order in which their closures were first called.
  private(set) var tests: [String] = []

  mutating func add(closureOf test: String) {
    count += 1
    if !tests.contains(test) { tests.append(test) }
  }
}
