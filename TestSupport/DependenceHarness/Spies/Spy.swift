package import Dependence
import Synchronization

/// A spy that records the calls to an endpoint, including their arguments, results, order, and
/// virtual time.
///
/// A spy's generic arguments are the types of the endpoint's parameters, followed by its result
/// type. Wrap an implementation of the endpoint, assign the resulting closure, and check the calls
/// afterward:
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
/// A spy can wrap closures with any number of parameters, including asynchronous and throwing
/// closures. The closures can be called from any thread.
///
/// If a call is still running when its test ends, the test fails. If a call begins after its test
/// has ended, the test process fails, because no expectation can check the call anymore. A call
/// made outside any test is attributed to the test that wrapped the closure. A closure can also
/// outlive the test that wrapped it, for example in a singleton. If a later test calls such a
/// closure, that test fails unless it checks the spy's calls.
///
/// In Swift Testing, these checks at the end of a test require one of this library's traits, such
/// as `.dependencies`, on the test or its suite. Without a trait, the library is not notified when
/// the test ends. It then does not report late calls and calls to closures of ended tests, and it
/// reports a running call only if the call is still running when the process exits.
///
/// Create a spy in the test that uses it, for example as a local constant or as an instance
/// property of the suite. If several tests share a spy, for example in a static property, a test
/// fails if it checks or reads calls that other tests have made. It also fails if it checks the spy
/// without having used it.
public final class Spy<each Argument: Sendable, Result: Sendable>: Sendable {
  /// A call that the spy has recorded.
  public typealias Call = SpyCall<(repeat each Argument), Result>

  /// The endpoint's name in messages.
  public let name: String
  let site: SourceSite
  let log = Lock(SpyLog<(repeat each Argument), Result>())
  /// The number of calls that have ended since the last reset.
  let ended = Lock(Tally())
  private let clock: (any Clock<Duration>)?
  private let allowsUnfinishedCalls: Bool
  /// Whether the spy must be registered with a test when it wraps a closure, because it was created
  /// outside any test. XCTest, for example, creates the stored properties of all test cases before
  /// running the first test. The registered spy reports an issue if the test does not check the
  /// spy's calls. This requires that the environment variable `DEPENDENCE_AUDIT` is `1`. Otherwise,
  /// the property is `false`.
  private let awaitsTest: Bool
  /// A check that reports an issue if no run of a repeated test, such as a stress test, checks the
  /// calls to its spy. All runs share one check for each source location that creates a spy. The
  /// property is `nil` unless the test is repeated and the environment variable `DEPENDENCE_AUDIT`
  /// is `1`.
  private let repetitions: RepetitionAudit?

  /// Creates a spy with no recorded calls.
  ///
  /// - Parameters:
  ///   - name: The endpoint's name in messages. By default, messages contain the source location of
  ///     this initializer call instead.
  ///   - clock: The clock that provides the time of each call. By default, this is the
  ///     `continuousClock` dependency in the call's scope.
  ///   - allowsUnfinishedCalls: Whether calls may still be running when the test ends. A call that
  ///     begins after the test ends is always reported.
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
    let root = ProcessContext.current.isAudited ? Frame.current.root : nil
    awaitsTest = root.map { $0.owner == nil } ?? false
    repetitions = root?.repetitionAudit(of: self.name, at: site)
    if !awaitsTest { root?.add(self) }
  }

  /// Records that this spy wraps a closure or a client, and returns the dependency root of the test
  /// that wraps it. Also registers the spy with that test if the spy was created outside any test
  /// and the environment variable `DEPENDENCE_AUDIT` is `1`. An issue is then reported if the test
  /// does not check the spy's calls.
  func wrappingRoot() -> DependencyRoot {
    let root = Frame.current.root
    let user = SpyUser(root)
    log.withLock { $0.users.noteWrapping(by: user) }
    if awaitsTest { (root.wholeTest ?? root).add(self) }
    return root
  }

  /// The calls recorded since the last reset, in the order in which they began.
  ///
  /// If several tests share the spy, the calls may depend on another test. An issue is then
  /// reported at the source location where the spy was created.
  public var calls: [Call] {
    let (calls, sharingProblem) = inspect()
    if let sharingProblem { IssuePath.deliver(sharingProblem, at: site) }
    return calls
  }

  /// Returns the recorded calls for a check or a read by the current test. If the calls may depend
  /// on other tests, also returns the message of the issue to report. The message is returned only
  /// once for each test or, if the test is repeated, for each of its runs.
  func inspect() -> (calls: [Call], sharingProblem: String?) {
    repetitions?.noteUse()
    let user = SpyUser(Frame.current.root)
    // Get both while the log is locked, so that the problem applies to exactly these calls.
    let (calls, problem) = log.withLock { log in
      log.noteInspection()
      return (log.calls, user.flatMap { log.users.problem(of: $0) })
    }
    guard let user, let problem else { return (calls, nil) }
    return (calls, problem.message(of: name, in: user.title))
  }

  /// Removes all recorded calls. Calls that are still running must nonetheless end before the test
  /// does.
  public func reset() {
    let user = SpyUser(Frame.current.root)
    _ = log.withLock { log in
      // Reset the count of ended calls while the log is locked, so that no call can end after the
      // count is reset but before the log is.
      ended.withLock { $0.reset() }
      return log.reset(by: user)
    }
  }
}

// MARK: - Recording

extension Frame {
  /// The continuous clock assigned by an override or by `prepareDependencies`, or `nil` if the
  /// default clock is in use. Unlike reading the dependency, reading this property never reports an
  /// issue.
  package var assignedContinuousClock: (any Clock<Duration>)? {
    let record = KeyRecord.of(ContinuousClockKey.self)
    return bound(record) ?? prepared(record)
  }
}

/// Returns the current virtual time of `clock` or, if `clock` is `nil`, of the `continuousClock`
/// dependency in the scope `frame`. Returns `nil` if that clock is neither a ``TestClock`` nor an
/// ``ImmediateClock``.
private func virtualTime(of clock: (any Clock<Duration>)?, in frame: Frame) -> Duration? {
  let clock = clock ?? frame.assignedContinuousClock
  return ((clock as? TestClock)?.now ?? (clock as? ImmediateClock)?.now)?.offset
}

/// A process-wide counter that numbers the calls to all spies. Each call gets the next number when
/// it begins, so that calls to different spies can be put in order.
private enum CallOrder {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}

extension Spy {
  /// Records the start of a call, and returns the sequence number that identifies it.
  ///
  /// - Parameter home: The dependency root of the test that wrapped the called closure. Each test
  ///   has its own root, which caches the test's default values.
  func begin(_ argument: repeat each Argument, from home: DependencyRoot) -> UInt64 {
    let frame = Frame.current
    let call = Call(
      (repeat each argument),
      time: virtualTime(of: clock, in: frame),
      owner: frame.root.owner?.name
    )
    let root = frame.root.owner == nil ? home : frame.root
    let user = SpyUser(root)
    let isForeign = isForeign(home, to: user, root)
    let wholeTest = root.wholeTest ?? root
    // Registers the spy with the test that must check the call. An expectation after the iterations
    // of a repeated test counts as a check of a foreign call, so that is the whole test then.
    func register() {
      if !allowsUnfinishedCalls { root.add(self) }
      if isForeign { wholeTest.add(self) }
    }
    // Register the spy before adding the call to the log. A test that is waiting for this call may
    // end as soon as the log contains it, and an unregistered spy would not be checked then.
    register()
    let number = RootData.number(of: wholeTest)
    let (order, met) = log.withLock { log in
      log.users.noteCall(by: user)
      if isForeign, let owner = home.owner {
        log.users.noteForeignCall(in: number, closureOf: owner.title)
      }
      // Get the number while the log is locked, so that the calls in the log are sorted by number.
      let order = CallOrder.next()
      return (order, log.begin(call, order: order, in: root))
    }
    // The test may be ending at the same time. Its check of this spy may then have run before the
    // log contained the call, so register the spy for another check. If the test has already ended,
    // there is no other check, so report the call here, unless a check has found it.
    register()
    if root.isClosed, log.withLock({ $0.excludeFromChecks(order) }) {
      reportLateCall(in: root, from: frame)
    }
    met.resume()
    return order
  }

  /// Whether a closure that was wrapped in the test that owns `home` belongs to a test that has
  /// ended, and not to the test that calls it, which owns `root`.
  private func isForeign(
    _ home: DependencyRoot,
    to user: SpyUser?,
    _ root: DependencyRoot
  ) -> Bool {
    guard root !== home, (home.wholeTest ?? home).isClosed, let user, let maker = SpyUser(home)
    else { return false }
    return user.number != maker.number
  }

  private func reportLateCall(in root: DependencyRoot, from frame: Frame) {
    if frame.root === root {
      root.reportIfLate(name, was: "called", at: site, from: frame)
    } else {
      let use = "called outside all tests, and its closure was wrapped"
      root.reportIfLate(name, was: use, at: site, from: root.bottom)
    }
  }

  func end(_ order: UInt64, _ outcome: CallOutcome<Result>) {
    let (met, _) = log.withLock { log in
      // Count the ended call while the log is locked. Otherwise, another thread could reset the log
      // after `isKept` has returned `true`, and a call that the log no longer contains would be
      // counted.
      let met = log.isKept(order) ? ended.withLock { $0.add() } : []
      return (met, log.end(order, outcome))
    }
    // Resume the tasks that are waiting for this call to end. Do this last, because they may
    // immediately read the call's outcome from the log.
    met.resume()
  }
}

// MARK: - The end of the test

extension Spy: RootAudit {
  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    let calls = log.withLock { $0.removeRunningCalls(of: root) }
    if allowsUnfinishedCalls || calls.isEmpty {
      return foreignFinding(in: root).map { [$0] } ?? auditFinding(in: root)
    }
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

  /// Returns an issue if the test called closures that earlier tests had wrapped but did not check
  /// this spy's calls. Such closures were probably kept by an object that outlives individual
  /// tests, such as a singleton.
  private func foreignFinding(in root: DependencyRoot) -> DependencyIssue? {
    let number = RootData.number(of: root)
    let calls = log.withLock { $0.users.removeForeignCalls(in: number) }
    guard let calls, !root.hasEndedEarly else { return nil }
    let tests = calls.tests.map { "\"\($0)\"" }
    let origin =
      tests.count == 1
      ? "the called closure was wrapped in the test \(tests[0]), which has ended"
      : "the called closures were wrapped in the tests \(tests.joined(separator: ", ")), which have ended"
    let message = """
      \(name) was called \(ExpectedCount.times(calls.count)), but \(origin), and this test did not check the calls. Find \
      the object that still uses \(tests.count == 1 ? "the closure" : "the closures"), such as a singleton, and create it \
      anew in each test.
      """
    return DependencyIssue(message, kind: .leftover, at: site)
  }

  /// Returns an array that contains one issue if the test never checked this spy's calls, and is
  /// empty otherwise. This check runs only if the environment variable `DEPENDENCE_AUDIT` is `1`.
  private func auditFinding(in root: DependencyRoot) -> [DependencyIssue] {
    let (isInspected, count) = log.withLock { ($0.isInspected, $0.count) }
    if isInspected { return [] }
    let times = ExpectedCount.times(count)
    let advice = "Add an expectation, such as expectCalls, or replace the spy with a closure."
    return root.unusedFinding(
      "\(name) was called \(times), but the test never checked its calls. \(advice)",
      ofRepeatedTest: "No run of this repeated test checked the calls to \(name). \(advice)",
      repetitions,
      at: site
    )
  }
}
