#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

extension DependencyRoot {
  /// Runs a test case and, if it fails, adds failure notes to its issues and attaches the notes to
  /// the test. A failure note is information that helps to explain or reproduce a failure, such as
  /// a random seed. The notes are stored in this root, the object that also stores the test case's
  /// dependencies.
  ///
  /// Failures are observed only if there are notes, because observing them takes time.
  @concurrent
  func explainFailures(
    of test: Test,
    _ operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // Run the operation without observing failures if there are no notes, if another trait shows
    // the notes, or if no test is running. Without a running test,
    // `IssueHandlingTrait.provideScope` would trap.
    guard Test.current != nil, claimNotes() else { return try await operation() }
    let hasFailed = Lock(false)
    // Swift Testing also passes issues from other tests' detached tasks to this closure, so add the
    // notes only to failures of this test.
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
      // Swift Testing records this error later, when the issue-handling trait that adds the notes
      // is no longer active, so show the notes now. Do not show them if the task was cancelled,
      // because the error then does not count as a failure.
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

  /// Shows the failure notes, such as random seeds, that no trait has shown yet. Call this method
  /// when the test ends.
  ///
  /// - Parameter areNeeded: Whether the test failed after the traits that show the notes of a
  ///   failed test had ended. If so, this method must show the notes.
  func showUnseenNotes(areNeeded: Bool) {
    guard !failureNotes.isEmpty else { return }
    if areNeeded || !notesAreClaimed { attachNotes() }
    // If no trait has claimed the notes in order to show them when the test fails, it is not known
    // here whether the test has failed. Attachments of a passing test are usually not kept.
    // Therefore, also record a warning for each note with information that cannot be reproduced,
    // such as a random seed.
    if !notesAreClaimed { recordNotes { $0.isUnrepeatable } }
  }

  private func recordNotes(where isShown: (any FailureNote) -> Bool = { _ in true }) {
    let origin = part.map { " (in \($0))" } ?? ""
    for note in failureNotes where isShown(note) {
      guard let summary = note.summary else { continue }
      Issue.record(
        Comment(rawValue: (summary + origin).inASCII),
        severity: .warning,
        sourceLocation: SourceLocation(note.site)
      )
    }
  }

  private func attachNotes() {
    // If this root belongs to a single run of a repeated test, do not attach anything. The code
    // that repeats the test attaches the notes of only one failing run.
    guard part == nil else { return }
    for note in failureNotes { Attachment.record(note.text, named: note.fileName) }
  }
}
#endif
