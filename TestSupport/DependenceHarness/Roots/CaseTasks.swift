package import Dependence

/// The running tests, and any work that outlives the test that started it. Such work consists of
/// tasks that inherit the test's task-local values, and of code that has captured one of the test's
/// scopes.
///
/// If such work reads a dependency after its test has ended, an issue is reported. That issue would
/// be lost if the process exited first, so the process waits up to one second for the work to end
/// before exiting. If the process exits while a test is still running, the process fails.
package enum CaseTasks {
  /// An object that is deallocated when all tasks of a test have ended, or when all of its captured
  /// scopes have been released. This library stores only weak references to it, which then become
  /// `nil`.
  ///
  /// A test has one token for its tasks and one for its captured scopes. The first token is a
  /// task-local value, so all tasks that inherit the value from the test retain the token. The
  /// second token is retained by the captured scopes, which detached tasks and other threads need
  /// to use the test's dependencies.
  private final class Token: Sendable {
    /// The object that represents the test, or `nil` for the token of captured scopes.
    let owner: (any RootOwner & AnyObject)?

    init(of owner: (any RootOwner & AnyObject)? = nil) { self.owner = owner }
  }

  private struct RunningTest: Sendable {
    let name: String
    let closeQueue: @Sendable () -> [DependencyIssue]
    /// The token retained by this test's captured scopes, or `nil` if there are none.
    weak var captureToken: Token?
  }

  private struct Leftover: Sendable {
    let test: String
    let isTask: Bool
    weak let token: Token?
  }

  @TaskLocal private static var token: Token?
  private static let running = Lock<[ObjectIdentifier: RunningTest]>([:])
  private static let leftovers = Lock<[Leftover]>([])
  private static let grace = Duration.seconds(1)

  /// Records that the test represented by `owner` is running.
  ///
  /// - Parameter closeQueue: A closure that closes the test's queue of issues, and returns the
  ///   issues that have not been recorded yet. The closure is called only if the process exits
  ///   while the test is running.
  package static func testWillStart(
    _ owner: any RootOwner & AnyObject,
    closeQueue: @escaping @Sendable () -> [DependencyIssue]
  ) {
    checkAtExit
    let test = RunningTest(name: owner.title, closeQueue: closeQueue)
    running.withLock { $0[ObjectIdentifier(owner)] = test }
  }

  /// Records that the test represented by `owner` has ended.
  package static func testDidEnd(_ owner: any RootOwner & AnyObject) {
    let ended = running.withLock { $0.removeValue(forKey: ObjectIdentifier(owner)) }
    // Release the owner after unlocking, because releasing it may run user code.
    withExtendedLifetime(ended) {}
  }

  /// Returns an object that every scope captured in the test `owner` must retain. When the object
  /// is deallocated, the last of these scopes has been released, so no code uses them anymore.
  /// Returns `nil` if the test is not running.
  package static func captureToken(of owner: any RootOwner & AnyObject)
    -> (any AnyObject & Sendable)?
  {
    let (token, isNew) = running.withLock { running -> (Token?, Bool) in
      let id = ObjectIdentifier(owner)
      guard let test = running[id] else { return (nil, false) }
      if let token = test.captureToken { return (token, false) }
      let token = Token()
      running[id]?.captureToken = token
      return (token, true)
    }
    if let token, isNew { remember(token, of: owner.title, isTask: false) }
    return token
  }

  /// Runs the test that `owner` represents, and then tracks any tasks it started that are still
  /// running.
  @concurrent
  package static func watching(
    _ owner: any RootOwner & AnyObject,
    _ operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    var token = Token(of: owner)
    defer { rememberTasks(with: &token, of: owner.title) }
    try await $token.withValue(token, operation: operation)
  }

  /// Runs the synchronous test that `owner` represents, and then tracks any tasks it started that
  /// are still running.
  package static func watching(
    _ owner: any RootOwner & AnyObject,
    _ operation: () throws -> Void
  ) rethrows {
    var token = Token(of: owner)
    defer { rememberTasks(with: &token, of: owner.title) }
    try $token.withValue(token, operation: operation)
  }

  /// Whether the current task belongs to another test case than the one that `owner` represents. This
  /// is `false` if it is unknown which test case the task belongs to.
  package static func isInOtherCase(than owner: any RootOwner & AnyObject) -> Bool {
    token?.owner.map { $0 !== owner } ?? false
  }

  /// Whether the process is exiting. Test runners ignore failures that occur at that point.
  package static var isExiting: Bool { exiting.withLock(\.self) }
  private static let exiting = Lock(false)

  /// Remembers `token` if tasks of the test are still running. Each of these tasks retains the
  /// token.
  private static func rememberTasks(with token: inout Token, of test: String) {
    if !isKnownUniquelyReferenced(&token) { remember(token, of: test, isTask: true) }
  }

  private static func remember(_ token: consuming Token, of test: String, isTask: Bool) {
    let leftover = Leftover(test: test, isTask: isTask, token: token)
    leftovers.withLock { leftovers in
      leftovers.removeAll { $0.token == nil }
      leftovers.append(leftover)
    }
  }

  private static let checkAtExit: Void = UnattributedIssues.checkAtExit {
    exiting.withLock { $0 = true }
    let interrupted = running.withLock { Array($0.values) }
    for test in interrupted {
      for issue in test.closeQueue() {
        UnattributedIssues.note(issue, because: .exited(test: test.name))
      }
      UnattributedIssues.fail(
        because: """
          it exited while the test "\(test.name)" was running, so the test has no result. Do not call exit in a test. To \
          test code that calls exit, use an exit test of Swift Testing.
          """
      )
    }
    if interrupted.isEmpty { waitForLeftovers() }
  }

  private static func waitForLeftovers() {
    let end = ContinuousClock.now.advanced(by: grace)
    while leftovers.withLock({ $0.contains { $0.token != nil } }), ContinuousClock.now < end {
      System.pause()
    }
    guard ProcessContext.current.isAudited else { return }
    let tasks = leftovers.withLock { $0.filter { $0.isTask && $0.token != nil } }
    for test in Set(tasks.map(\.test)).sorted() {
      let message = """
        A task that the test "\(test)" started was still running when the process ended. Await it, or cancel it and \
        await it, before the test returns.
        """
      UnattributedIssues.note(
        DependencyIssue(message, kind: .leftover, at: .unknown),
        because: .ended(test: test)
      )
    }
  }
}

extension RootOwner where Self: AnyObject {
  package func captureToken() -> (any AnyObject & Sendable)? {
    // Captured scopes retain the token. Before the process exits, it waits for up to one second
    // until they have released it. A simulation needs no token, because it waits for its own tasks
    // and reports those that have not ended. With a token, the process could wait in vain: a task
    // that cannot end never releases the scopes that it has captured.
    SimulatedWorlds.current == nil ? CaseTasks.captureToken(of: self) : nil
  }
}
