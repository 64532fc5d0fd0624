package import Dependence
import Synchronization

/// Records the calls to an endpoint: their arguments, outcomes, order and virtual time.
///
/// The generic arguments of a spy are the types of the endpoint's parameters, followed by the type
/// of its result. Wrap the implementation of the endpoint, assign the resulting closure, and state
/// the expected calls afterwards:
///
/// ```swift
/// let fetch = Spy<String, String>("APIClient.fetchGreeting")
/// try await withDependencies {
///   $0.apiClient.fetchGreeting = fetch.wrap { name in "good evening, \(name)" }
/// } operation: {
///   try await Greeter().greet("Anna")
/// }
/// fetch.expectCalls(["Anna"])
/// ```
///
/// A spy can wrap closures with any number of parameters, synchronous or asynchronous, throwing or
/// not. They may be called from any thread.
///
/// A call that still runs when a test ends fails that test. This is the test in whose scope the
/// call was made, or the test that created the spy if the call was made outside of any test.
public final class Spy<each Argument: Sendable, Result: Sendable>: Sendable {
  /// A call that the spy has recorded.
  public typealias Call = SpyCall<(repeat each Argument), Result>

  /// The name of the endpoint in messages.
  public let name: String
  let site: SourceSite
  let log = Lock(SpyLog<Call>())
  let ended = Lock(EndedCalls())
  private let clock: (any Clock<Duration>)?
  private let allowsUnfinishedCalls: Bool
  /// The root of the scope in which the spy was made.
  private let home: DependencyRoot

  /// Creates a spy that has not recorded any calls.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in messages. By default, messages contain the location of
  ///     this call.
  ///   - clock: The clock that measures the time of each call. By default, it is the continuous
  ///     clock of the scope in which the call is made.
  ///   - allowsUnfinishedCalls: Whether calls may still run when the test ends.
  public init(
    _ name: String? = nil,
    clock: (any Clock<Duration>)? = nil,
    allowsUnfinishedCalls: Bool = false,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.name = name ?? "the spy of \(site)"
    self.clock = clock
    self.allowsUnfinishedCalls = allowsUnfinishedCalls
    home = Frame.current.root
    if ProcessContext.current.isAudited { home.add(self) }
  }

  /// The recorded calls, in the order in which they began.
  public var calls: [Call] {
    log.withLock { log in
      log.isInspected = true
      return log.calls
    }
  }

  /// Removes the recorded calls. Calls that still run must nevertheless end before the test does.
  public func reset() {
    _ = log.withLock { $0.reset() }
    ended.withLock { $0.reset() }
  }
}

// MARK: - Recording

/// Returns the time of `clock`, or of the continuous clock that `frame` binds if `clock` is `nil`.
/// Returns `nil` for clocks that tests do not control.
private func virtualTime(of clock: (any Clock<Duration>)?, in frame: Frame) -> Duration? {
  let record = KeyRecord.of(ContinuousClockKey.self)
  let clock = clock ?? frame.bound(record) ?? frame.prepared(record)
  return ((clock as? TestClock)?.now ?? (clock as? ImmediateClock)?.now)?.offset
}

/// The order of the calls of all spies in the process.
private enum CallOrder {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}

extension Spy {
  func begin(_ argument: repeat each Argument) -> UInt64 {
    let frame = Frame.current
    let call = Call(
      (repeat each argument),
      time: virtualTime(of: clock, in: frame),
      owner: frame.root.owner?.name
    )
    let root = frame.root.owner == nil ? home : frame.root
    // The root must know this spy before the call is visible, because a test that waits for the
    // call may end right then.
    if !allowsUnfinishedCalls { root.add(self) }
    let (order, met) = log.withLock { log in
      // The order is determined under the lock, so that the calls of this spy are sorted by it.
      let order = CallOrder.next()
      return (order, log.begin(call, order: order, in: root))
    }
    met.resume()
    return order
  }

  func end(_ order: UInt64, _ outcome: CallOutcome<Result>) {
    let (isKept, _) = log.withLock { ($0.isKept(order), $0.end(order, outcome)) }
    // Waiting tasks are resumed last, when the call has no more effects.
    if isKept { ended.withLock { $0.add() }.resume() }
  }
}

// MARK: - The end of the test

extension Spy: RootAudit {
  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let calls = log.withLock { $0.giveUp(on: root) }
    if calls.isEmpty { return auditFinding }
    let list = CallList(calls.map { "\(name)\($0.call.argumentText)" })
    let message = """
      \(calls.count == 1 ? "A call" : "\(calls.count) calls") of \(name) still ran when the test \
      ended:
      \(list)
      Await, or cancel, the work that makes them before the test returns, or make the spy with \
      allowsUnfinishedCalls: true.
      """
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }
  /// The issue of an audited run about a spy whose calls were never expected or inspected.
  private var auditFinding: [DependencyIssue] {
    let (isInspected, count) = log.withLock { ($0.isInspected, $0.count) }
    guard ProcessContext.current.isAudited, !isInspected else { return [] }
    let message = """
      \(name) is spied on, but nothing expects its \(count == 1 ? "1 call" : "\(count) calls"). Add an expectation, \
      such as expectCalls, or replace the spy by a closure.
      """
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }
}
