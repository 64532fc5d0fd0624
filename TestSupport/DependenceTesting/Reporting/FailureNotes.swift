#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

extension DependencyRoot {
  /// Runs a test case. If it fails, the registered notes, such as a random seed, are added to its
  /// issues and attached to the test.
  ///
  /// If there are no notes, failures are not observed. Observing them makes Swift Testing print
  /// issues that belong to no test twice.
  @concurrent
  func explainFailures(
    of test: Test,
    _ operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // Without a running test, `provideScope` of the trait below would trap.
    guard Test.current != nil, claimNotes() else { return try await operation() }
    let hasFailed = Lock(false)
    // The trait also receives failures of `#expect`, and issues from detached tasks of other tests.
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
      // Swift Testing records the error later, without calling the trait. In a cancelled task, the
      // error is no failure, because the test was cancelled.
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

  /// Shows the notes that have not been shown when the test ends.
  ///
  /// - Parameter areNeeded: Whether the test failed at its very end, when no trait observed it.
  func showUnseenNotes(areNeeded: Bool) {
    guard !failureNotes.isEmpty else { return }
    if areNeeded || !notesAreClaimed { attachNotes() }
    // It is unknown whether the test has failed, and attachments are usually not kept. Therefore,
    // notes that cannot be reproduced, such as random seeds, are also recorded as warnings.
    if !notesAreClaimed { recordNotes { $0.isUnrepeatable } }
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
    // A repeated test attaches the notes of one failing run, in other code.
    guard part == nil else { return }
    for note in failureNotes { Attachment.record(note.text, named: note.fileName) }
  }
}
#endif
