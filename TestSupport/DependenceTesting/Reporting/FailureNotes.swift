#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

extension DependencyRoot {
  /// Runs a test case. If it fails, adds notes to its issues and attaches them to the test. A note
  /// is information that helps to reproduce the failure, such as a random seed.
  ///
  /// Failures are observed only if there are notes. While they are observed, Swift Testing prints
  /// issues twice if they are not associated with a test.
  @concurrent
  func explainFailures(
    of test: Test,
    _ operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // If no test is running, `IssueHandlingTrait.provideScope` would trap, so just run the
    // operation.
    guard Test.current != nil, claimNotes() else { return try await operation() }
    let hasFailed = Lock(false)
    // The trait also receives failures of `#expect`, and issues from other tests' detached tasks.
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
      // Swift Testing records this error later, without calling the trait. If the task was
      // cancelled, the error is not a failure of the test.
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

  /// Shows any notes that have not been shown by the time the test ends.
  ///
  /// - Parameter areNeeded: Whether the test failed at the very end, when no trait was observing
  ///   it.
  func showUnseenNotes(areNeeded: Bool) {
    guard !failureNotes.isEmpty else { return }
    if areNeeded || !notesAreClaimed { attachNotes() }
    // At this point, it is unknown whether the test has failed. Attachments are usually not kept,
    // so also record a warning for each note that would be lost, such as a random seed.
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
    // This root may be used for only one run of a test that is repeated. The code that repeats the
    // test then attaches the notes of one failing run.
    guard part == nil else { return }
    for note in failureNotes { Attachment.record(note.text, named: note.fileName) }
  }
}
#endif
