#if canImport(Testing)
import Dependence
import DependenceHarness
package import Testing

/// The root of a test case, made by whichever of our traits comes first.
package enum CaseScope {
  /// Runs `operation` in the scope of the case: the one that an outer trait has made, or a new root.
  ///
  /// When the case ends, issues from elsewhere are recorded on it, and what it left behind.
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
      // The test had no chance to read what it overrides.
      overrides.discard()
      throw error
    }
  }
}
#endif
