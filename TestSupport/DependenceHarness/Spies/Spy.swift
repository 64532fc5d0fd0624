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
/// A spy fits closures with any number of arguments, synchronous or not, throwing or not. It may be
/// shared by any number of threads. What it is given it keeps until ``reset()``.
///
/// A call that still runs when the test ends fails the test, unless the spy allows it: somebody
/// started work and did not wait for it. That test is the one in whose scope the call was made, or
/// else the one that made the spy.
public final class Spy<each Argument: Sendable, Result: Sendable>: Sendable {
  /// One call.
  public typealias Call = SpyCall<(repeat each Argument), Result>

  /// What messages call the endpoint.
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
  ///   - name: What messages call the endpoint, for example "APIClient.fetch"; by default the spy's
  ///     own place in the sources.
  ///   - clock: A test clock from which each call takes its time. Without one, calls take it from the
  ///     continuous clock of their scope, if that is a test clock.
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
  }

  /// The calls so far, in the order in which they began.
  public var calls: [Call] { log.withLock { $0.calls } }

  /// Forgets the calls so far. Those that still run are expected to end all the same.
  public func reset() {
    _ = log.withLock { $0.reset() }
    ended.withLock { $0.reset() }
  }
}

// MARK: - Recording

/// Counts the calls of all spies.
private enum CallOrder {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}

extension Spy {
  /// Notes that a call begins, and returns its name.
  func begin(_ argument: repeat each Argument) -> UInt64 {
    let frame = Frame.current
    let call = Call(
      (repeat each argument),
      time: virtualTime(of: clock, in: frame),
      owner: frame.root.owner?.name
    )
    let root = frame.root.owner == nil ? home : frame.root
    let (order, met) = log.withLock { log in
      // Drawn under the lock, so that a spy's own calls are in order too.
      let order = CallOrder.next()
      return (order, log.begin(call, order: order, in: root))
    }
    if !allowsUnfinishedCalls { root.add(self) }
    met.resume()
    return order
  }

  /// Notes how a call has ended.
  func end(_ order: UInt64, _ outcome: CallOutcome<Result>) {
    let (isKept, _) = log.withLock { ($0.isKept(order), $0.end(order, outcome)) }
    // After that, so that nothing runs any more for whoever waited.
    if isKept { ended.withLock { $0.add() }.resume() }
  }
}

// MARK: - The end of the test

extension Spy: RootAudit {
  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let calls = log.withLock { $0.giveUp(on: root) }.calls
    if calls.isEmpty { return [] }
    let list = CallList(calls.map { "\(name)\($0.argumentText)" })
    let message = """
      \(calls.count == 1 ? "A call" : "\(calls.count) calls") of \(name) still ran when the test \
      ended:
      \(list)
      Await, or cancel, the work that makes them before the test returns, or make the spy with \
      allowsUnfinishedCalls: true.
      """
    return [DependencyIssue(message, kind: .leftover, at: site)]
  }
}
