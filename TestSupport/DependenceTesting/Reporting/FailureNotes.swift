#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

extension DependencyRoot {
  /// Runs a test case that `update` has set up; if it fails, shows the notes of this root: with every
  /// issue, and as attachments.
  ///
  /// Where there are no notes by now, nobody watches: each test that is watched makes the runner print
  /// the issues that belong to no test once more.
  @concurrent
  func explainFailures(
    of test: Test,
    _ operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The trait traps where no test runs.
    guard Test.current != nil, beginExplaining() else { return try await operation() }
    let hasFailed = Lock(false)
    // Sees `#expect` too. Issues of other tests' detached tasks come by as well.
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      guard issue.isFailure, Test.current?.id == test.id else { return issue }
      hasFailed.withLock { $0 = true }
      var issue = issue
      issue.comments += self.failureNotes.compactMap(\.summary).map {
        Comment(rawValue: $0.inASCII)
      }
      return issue
    }
    do {
      try await trait.provideScope(for: test, testCase: nil) {
        defer { (self.owner as? TestOwner)?.collect() }
        try await operation()
      }
    } catch {
      // The runner records it later, where the trait does not see it; unless it is no failure at all,
      // but a test that was cancelled.
      if !Task.isCancelled {
        if !hasFailed.withLock({ $0 }) { recordNotes() }
        attachNotes()
      }
      throw error
    }
    if hasFailed.withLock({ $0 }) { attachNotes() }
  }

  var noteSummary: String? {
    let notes = failureNotes.compactMap(\.summary)
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  /// Shows, at the end of a test, the notes that came too late for anybody to watch.
  ///
  /// - Parameter areNeeded: Whether the test failed at its very end, when nobody watched any more.
  func showUnseenNotes(areNeeded: Bool) {
    guard !failureNotes.isEmpty else { return }
    if areNeeded || !isExplaining { attachNotes() }
    // Nobody knows whether the test has failed, and most runs do not keep attachments.
    if !isExplaining { recordNotes { $0.isUnrepeatable } }
  }

  private func recordNotes(where isShown: (any FailureNote) -> Bool = { _ in true }) {
    for note in failureNotes where isShown(note) {
      guard let summary = note.summary else { continue }
      Issue.record(
        Comment(rawValue: summary.inASCII),
        severity: .warning,
        sourceLocation: SourceLocation(note.site)
      )
    }
  }

  private func attachNotes() {
    // A search, or a stress test, attaches the notes of one of its runs, and not of all that fail.
    guard part == nil else { return }
    for note in failureNotes { Attachment.record(note.text, named: note.fileName) }
  }
}
#endif
