#if canImport(Testing)
import Dependence
import DependenceHarness
package import Testing

/// The dependency scope of a test case, shared by all of this library's traits on the test.
package enum CaseScope {
  /// Runs `operation` in the dependency scope of a test case. The first trait that calls this
  /// method creates the scope, and later traits reuse it.
  ///
  /// Another library's trait or the user's own trait may already have entered a scope with
  /// `withDependencies`, or called `prepareDependencies`. The new scope then contains copies of the
  /// overrides and prepared values. The test case cannot use the original scope itself. The
  /// dependency root of that scope, which stores default values, belongs to a whole suite or is not
  /// closed when the test case ends.
  ///
  /// When the test case ends, issues from other tasks and threads are recorded on the test.
  /// Problems that can be found only at the end, such as unfinished calls to a spy, are recorded,
  /// too.
  @concurrent
  package static func enter(
    _ test: Test,
    _ operation: @concurrent @Sendable (Frame) async throws -> Void
  ) async throws {
    let bound = Frame.bound ?? AmbientRoots.frameWithPreparedValues(of: test) ?? Frame.boundToSuite
    if let bound, (bound.root.owner as? TestOwner)?.isCollected(for: test) == true {
      return try await operation(bound)
    }
    let owner = TestOwner(test, isCollected: true)
    let root = DependencyRoot(owner: owner)
    CaseTasks.testWillStart(owner) { owner.close() }
    TestPlanning.end()
    defer {
      for issue in owner.close() { issue.record() }
      CaseTasks.testDidEnd(owner)
      owner.attachNotesIfFailed(of: root)
    }
    try await owner.observingFailures(of: test, in: root) {
      // Collect issues after the scope has been released, because the deinitializers of default
      // values may also report issues on other threads.
      defer { owner.collect() }
      try await run(operation, as: test, owner, in: root, copying: bound)
    }
  }

  /// Runs `operation` in a new scope. The scope is released when this function returns, so that
  /// issues from the deinitializers of its values still belong to the test.
  @concurrent
  private static func run(
    _ operation: @concurrent @Sendable (Frame) async throws -> Void,
    as test: Test,
    _ owner: TestOwner,
    in root: DependencyRoot,
    copying bound: Frame?
  ) async throws {
    let bottom = RootFrame(root)
    let surroundings = bound.map { $0.copied(onto: bottom) } ?? bottom
    let isAudited = ProcessContext.current.isAudited
    let frame = isAudited ? surroundings.audited(for: test) : surroundings
    root.setTestScope(frame)
    try await CaseTasks.watching(owner) {
      try await Frame.bind(frame) {
        // End the scope inside `watching`, which tracks the tasks that the test starts. Ending the
        // scope runs `tearDown` closures, which may start tasks.
        defer {
          if Task.isCancelled { root.noteEarlyEnd() }
          let leftovers = root.end()
          owner.collect()
          leftovers?.record()
        }
        do {
          try await operation(frame)
        } catch {
          root.noteEarlyEnd()
          throw error
        }
      }
    }
  }
}

extension Frame {
  /// Returns a scope, nested in this one, that reports its unused overrides when the test ends.
  fileprivate final func audited(for test: Test) -> Frame {
    let overrides = UnusedOverrides(askedForAt: SourceSite(test.sourceLocation))
    root.add(overrides)
    return observed(by: overrides)
  }
}
#endif
