#if canImport(Testing)
import Dependence
import Testing

/// The root of a test case, made by whichever of our traits comes first.
enum CaseScope {
  /// Runs `operation` in the scope of the case: the one that an outer trait has made, or a new root.
  ///
  /// When the case ends, issues from elsewhere are recorded on it, and what it left behind.
  @concurrent
  static func enter(
    _ test: Test,
    _ operation: @concurrent @Sendable (Frame) async throws -> Void
  ) async throws {
    if let frame = Frame.bound, frame.root.owner is TestOwner {
      return try await operation(frame)
    }
    let owner = TestOwner(test, isCollected: true)
    let root = DependencyRoot(owner: owner)
    let frame = RootFrame(root)
    defer {
      let leftovers = Frame.bind(frame) { root.finishAudits() }
      root.close()
      for issue in owner.close() { issue.record() }
      leftovers?.record(note: root.noteSummary)
      root.showUnseenNotes(areNeeded: leftovers != nil)
    }
    try await Frame.bind(frame) { try await operation(frame) }
  }

  /// Runs `function`, and says whether the case has failed by then.
  @concurrent
  static func watch(
    _ test: Test,
    _ testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void,
    whenFailed: () -> Void
  ) async throws {
    let hasFailed = Lock(false)
    // Sees `#expect` too. Issues of other tests' detached tasks come by as well.
    let watch = IssueHandlingTrait.compactMapIssues { issue in
      if issue.isFailure, Test.current?.id == test.id { hasFailed.withLock { $0 = true } }
      return issue
    }
    do {
      try await watch.provideScope(for: test, testCase: testCase, performing: function)
    } catch {
      // The runner records it when it gets there.
      whenFailed()
      throw error
    }
    let isReported = (Frame.bound?.root.owner as? TestOwner)?.hasIssues == true
    if isReported || hasFailed.withLock({ $0 }) { whenFailed() }
  }
}
#endif
