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
/// A spy can wrap closures with any number of parameters, whether or not they are asynchronous or
/// throw. The closures may be called from any thread.
///
/// A call that is still running when its test ends fails that test. A call outside all tests
/// belongs to the test that created the spy.
public final class Spy<each Argument: Sendable, Result: Sendable>: Sendable {
  /// A recorded call of the spy.
  public typealias Call = SpyCall<(repeat each Argument), Result>

  /// The name of the endpoint in messages.
  public let name: String
  let site: SourceSite
  let log = Lock(SpyLog<Call>())
  let ended = Lock(EndedCalls())
  private let clock: (any Clock<Duration>)?
  private let allowsUnfinishedCalls: Bool
  /// The root of the test that created the spy, which gets the calls that are made outside all
  /// tests.
  private let home: DependencyRoot

  /// Creates a spy that has not recorded any calls.
  ///
  /// - Parameters:
  ///   - name: The name of the endpoint in messages. By default, messages contain the location of
  ///     this call.
  ///   - clock: The clock that provides the time of each call. The default is the `continuousClock`
  ///     dependency in the scope of the call.
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
    self.name = name ?? "the spy created at \(site)"
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

  /// Removes the recorded calls. Running calls must still end before the test ends.
  public func reset() {
    _ = log.withLock { $0.reset() }
    ended.withLock { $0.reset() }
  }
}

// MARK: - Recording

extension Frame {
  /// The continuous clock that a test or a preparation has assigned, or `nil` for the default
  /// clock. Unlike a read of the dependency, this reports nothing.
  package var assignedContinuousClock: (any Clock<Duration>)? {
    let record = KeyRecord.of(ContinuousClockKey.self)
    return bound(record) ?? prepared(record)
  }
}

/// Returns the time of `clock`, or of the continuous clock in `frame` if `clock` is `nil`. Returns
/// `nil` for a clock whose time tests do not control.
private func virtualTime(of clock: (any Clock<Duration>)?, in frame: Frame) -> Duration? {
  let clock = clock ?? frame.assignedContinuousClock
  return ((clock as? TestClock)?.now ?? (clock as? ImmediateClock)?.now)?.offset
}

/// A counter that numbers the calls of all spies in the process in the order in which they begin.
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
    // The spy is registered before the call is visible. A test that waits for the call may end
    // immediately afterwards, and must then check this spy.
    if !allowsUnfinishedCalls { root.add(self) }
    let (order, met) = log.withLock { log in
      // The number is taken while the log is locked, so the calls in the log are sorted by it.
      let order = CallOrder.next()
      return (order, log.begin(call, order: order, in: root))
    }
    met.resume()
    return order
  }

  func end(_ order: UInt64, _ outcome: CallOutcome<Result>) {
    let (isKept, _) = log.withLock { ($0.isKept(order), $0.end(order, outcome)) }
    // Waiting tasks are resumed last, because the call must have no more effects when they
    // continue.
    if isKept { ended.withLock { $0.add() }.resume() }
  }
}

// MARK: - The end of the test

extension Spy: RootAudit {
  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let calls = log.withLock { $0.removeRunningCalls(of: root) }
    if calls.isEmpty { return auditFinding }
    let list = CallList(calls.map { "\(name)\($0.call.argumentText)" })
    let message = """
      \(calls.count == 1 ? "1 call to \(name) was" : "\(calls.count) calls to \(name) were") still running when the \
      test ended:
      \(list)
      Await the work that makes such calls, or cancel and await it, before the test returns. To allow unfinished calls, \
      create the spy with `allowsUnfinishedCalls: true`.
      """
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }
  /// An issue about a spy whose calls no test code has checked. It is reported only if audits are
  /// enabled.
  private var auditFinding: [DependencyIssue] {
    let (isInspected, count) = log.withLock { ($0.isInspected, $0.count) }
    guard ProcessContext.current.isAudited, !isInspected else { return [] }
    let message = """
      \(name) was called \(ExpectedCount.times(count)), but the test never checked its calls. Add an expectation, such as \
      expectCalls, or replace the spy with a closure.
      """
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }
}
