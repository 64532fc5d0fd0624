#if canImport(Testing)
import Dependence
import DependenceHarness
package import Testing

/// A namespace for the scope of a test case. All traits of the case share the scope.
package enum CaseScope {
  /// Runs `operation` in the scope of the test case. The first trait of the case creates that
  /// scope.
  ///
  /// When the case ends, issues from other tasks and threads and problems such as unfinished calls
  /// are recorded on it.
  @concurrent
  package static func enter(
    _ test: Test,
    _ operation: @concurrent @Sendable (Frame) async throws -> Void
  ) async throws {
    if let frame = Frame.bound, frame.root.owner is TestOwner {
      return try await operation(frame)
    }
    let owner = TestOwner(test, isCollected: true)
    let root = DependencyRoot(owner: owner)
    let bottom = RootFrame(root)
    let overrides = UnusedOverrides(askedForAt: SourceSite(test.sourceLocation))
    let isAudited = ProcessContext.current.isAudited
    if isAudited { root.add(overrides) }
    let frame = isAudited ? ObserverFrame(overrides, over: bottom) : bottom
    defer {
      let leftovers = Frame.bind(frame) { root.finishAudits() }
      root.close()
      for issue in owner.close() { issue.record() }
      leftovers?.record(note: root.noteSummary)
      root.showUnseenNotes(areNeeded: leftovers != nil)
    }
    do {
      try await CaseTasks.watching(owner.name) {
        try await Frame.bind(frame) { try await operation(frame) }
      }
    } catch {
      // A test that throws may not reach its reads, so unused overrides are not reported.
      overrides.discard()
      throw error
    }
  }
}
#endif
