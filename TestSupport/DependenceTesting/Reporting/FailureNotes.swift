#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

extension DependencyRoot {
  /// Runs a test case. If it fails, adds the notes of this root to every issue and attaches them.
  ///
  /// If there are no notes yet, failures are not watched, because watching a test makes the runner
  /// print issues outside all tests once more.
  @concurrent
  func explainFailures(
    of test: Test,
    _ operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The trait traps if no test is running.
    guard Test.current != nil, beginExplaining() else { return try await operation() }
    let hasFailed = Lock(false)
    // The trait also receives failures of `#expect`, and issues of detached tasks of other tests.
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
      // The runner records the error later, and the trait does not see it. If the task is
      // cancelled, the error is not a failure, because the test was cancelled.
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

  /// Shows, when the test ends, the notes that have not been shown yet.
  ///
  /// - Parameter areNeeded: Whether the test failed at its very end, when no trait watched it.
  func showUnseenNotes(areNeeded: Bool) {
    guard !failureNotes.isEmpty else { return }
    if areNeeded || !isExplaining { attachNotes() }
    // It is unknown whether the test has failed, and most runs do not keep attachments. Therefore,
    // notes that cannot be reproduced are also recorded as warnings.
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
    // A search or a stress test attaches the notes of only one of its failing runs.
    guard part == nil else { return }
    for note in failureNotes { Attachment.record(note.text, named: note.fileName) }
  }
}
#endif
