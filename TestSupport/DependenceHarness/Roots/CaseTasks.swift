import Dependence

/// The tasks that test cases leave running.
///
/// A task that reads a dependency after its test has ended is an issue, but the process could exit
/// before that read. Therefore, the process waits a moment for such tasks when it exits.
package enum CaseTasks {
  /// An object that is retained only by a task-local value. It lives as long as the test case or
  /// any task that inherited the value.
  private final class Token: Sendable {}

  private struct Leftover: Sendable {
    let test: String
    weak let token: Token?
  }

  @TaskLocal private static var token: Token?
  private static let leftovers = Lock<[Leftover]>([])
  private static let grace = Duration.seconds(1)

  /// Runs a test case, and records its name if it leaves a task running.
  @concurrent
  package static func watching(
    _ test: String,
    _ operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let token = Token()
    defer { remember(token, of: test) }
    try await $token.withValue(token, operation: operation)
  }

  /// Runs a synchronous test case, and records its name if it leaves a task running.
  package static func watching(_ test: String, _ operation: () throws -> Void) rethrows {
    let token = Token()
    defer { remember(token, of: test) }
    try $token.withValue(token, operation: operation)
  }

  /// Whether the process is exiting. By then, runners no longer count failures.
  package static var isExiting: Bool { exiting.withLock(\.self) }
  private static let exiting = Lock(false)

  private static func remember(_ token: consuming Token, of test: String) {
    let leftover = Leftover(test: test, token: token)
    leftovers.withLock { leftovers in
      leftovers.removeAll { $0.token == nil }
      if leftovers.isEmpty { checkAtExit }
      leftovers.append(leftover)
    }
  }

  private static let checkAtExit: Void = UnattributedIssues.checkAtExit {
    exiting.withLock { $0 = true }
    let end = ContinuousClock.now.advanced(by: grace)
    while leftovers.withLock({ $0.contains { $0.token != nil } }), ContinuousClock.now < end {
      System.pause()
    }
    guard ProcessContext.current.isAudited else { return }
    for test in Set(leftovers.withLock { $0.filter { $0.token != nil }.map(\.test) }).sorted() {
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
