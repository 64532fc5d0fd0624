package import Dependence

/// The tests that are running, and the tasks that are still running when the test that started them
/// ends.
///
/// When such a task reads a dependency, an issue is reported. The issue would be lost if the
/// process exited before the read. Therefore, the process waits for these tasks before it exits,
/// but for at most one second. If the process exits in the middle of a test, it fails.
package enum CaseTasks {
  /// A token stored only in a task-local value. Tasks inherit the value from the test that starts
  /// them, so the token is deallocated when the test and all of these tasks have ended.
  private final class Token: Sendable {}

  private struct RunningTest: Sendable {
    let name: String
    let closeQueue: @Sendable () -> [DependencyIssue]
  }

  private struct Leftover: Sendable {
    let test: String
    weak let token: Token?
  }

  @TaskLocal private static var token: Token?
  private static let running = Lock<[ObjectIdentifier: RunningTest]>([:])
  private static let leftovers = Lock<[Leftover]>([])
  private static let grace = Duration.seconds(1)

  /// Records that the test of `owner` is running.
  ///
  /// - Parameter closeQueue: A function that returns the issues of the test that are not recorded
  ///   yet. It is called only if the process exits while the test is running.
  package static func testWillStart(
    _ owner: any RootOwner & AnyObject,
    closeQueue: @escaping @Sendable () -> [DependencyIssue]
  ) {
    checkAtExit
    let test = RunningTest(name: owner.title, closeQueue: closeQueue)
    running.withLock { $0[ObjectIdentifier(owner)] = test }
  }

  /// Records that the test of `owner` has ended.
  package static func testDidEnd(_ owner: any RootOwner & AnyObject) {
    let ended = running.withLock { $0.removeValue(forKey: ObjectIdentifier(owner)) }
    // Release the owner outside the lock.
    withExtendedLifetime(ended) {}
  }

  /// Runs a test, and then tracks the tasks that the test has started and that are still running.
  @concurrent
  package static func watching(
    _ test: String,
    _ operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let token = Token()
    defer { remember(token, of: test) }
    try await $token.withValue(token, operation: operation)
  }

  /// Runs a synchronous test, and then tracks the tasks that the test has started and that are
  /// still running.
  package static func watching(_ test: String, _ operation: () throws -> Void) rethrows {
    let token = Token()
    defer { remember(token, of: test) }
    try $token.withValue(token, operation: operation)
  }

  /// Whether the process is exiting. Test runners ignore failures that occur at that time.
  package static var isExiting: Bool { exiting.withLock(\.self) }
  private static let exiting = Lock(false)

  private static func remember(_ token: consuming Token, of test: String) {
    let leftover = Leftover(test: test, token: token)
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
    let tasks = leftovers.withLock { $0.filter { $0.token != nil } }
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
