package import Dependence
import Synchronization

/// Records the calls of an endpoint: arguments, outcomes, order, virtual time.
///
/// Its type lists the arguments of the endpoint and then what it gives back. Wrap what the endpoint
/// shall do, a closure of your own or what is there already, and say afterwards what you expect:
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
/// A spy fits closures with any number of arguments, synchronous or not, throwing or not, on any thread.
///
/// A call that still runs when the test ends fails the test of its scope, or else the one that made the spy.
public final class Spy<each Argument: Sendable, Result: Sendable>: Sendable {
  /// One call.
  public typealias Call = SpyCall<(repeat each Argument), Result>

  /// The endpoint's name in messages.
  public let name: String
  let site: SourceSite
  let log = Lock(SpyLog<Call>())
  let ended = Lock(EndedCalls())
  private let clock: (any Clock<Duration>)?
  private let allowsUnfinishedCalls: Bool
  /// The root of the scope in which the spy was made.
  private let home: DependencyRoot

  /// A spy that has seen no calls yet.
  ///
  /// - Parameters:
  ///   - name: The endpoint's name in messages; by default the spy's own line.
  ///   - clock: The test clock of each call's time; by default the continuous clock of its scope.
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

  /// The calls so far, in the order in which they began.
  public var calls: [Call] {
    log.withLock { log in
      log.isInspected = true
      return log.calls
    }
  }

  /// Forgets the calls so far. Those that still run are expected to end all the same.
  public func reset() {
    _ = log.withLock { $0.reset() }
    ended.withLock { $0.reset() }
  }
}

// MARK: - Recording

/// The time of `clock`, or else of the continuous clock that `frame` brings; nil for a clock that no test moves.
private func virtualTime(of clock: (any Clock<Duration>)?, in frame: Frame) -> Duration? {
  let record = KeyRecord.of(ContinuousClockKey.self)
  let clock = clock ?? frame.bound(record) ?? frame.prepared(record)
  return ((clock as? TestClock)?.now ?? (clock as? ImmediateClock)?.now)?.offset
}

/// Counts the calls of all spies.
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
    // First: as soon as a call can be seen, the test that waits for it may end.
    if !allowsUnfinishedCalls { root.add(self) }
    let (order, met) = log.withLock { log in
      // Drawn under the lock, so that a spy's own calls are in order too.
      let order = CallOrder.next()
      return (order, log.begin(call, order: order, in: root))
    }
    met.resume()
    return order
  }

  func end(_ order: UInt64, _ outcome: CallOutcome<Result>) {
    let (isKept, _) = log.withLock { ($0.isKept(order), $0.end(order, outcome)) }
    // After that, so that nothing runs any more for whoever waited.
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
  /// The finding of an audited run about a spy whose calls nothing expects or looks at.
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
