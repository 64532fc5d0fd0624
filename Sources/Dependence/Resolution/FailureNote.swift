/// Something worth knowing about a test that failed, and about no other: the seed of its faults, what
/// it read.
package protocol FailureNote: AnyObject, Sendable {
  /// The name of a file that holds the note.
  var fileName: String { get }
  /// All of the note, as of now.
  var text: String { get }
  /// As much of it as fits beside every issue; nil if that is nothing.
  var summary: String? { get }
  /// Where that comes from which the note is about.
  var site: SourceSite { get }
  /// Whether nobody can know the note again once the test has ended, as a random seed.
  var isUnrepeatable: Bool { get }
}

extension DependencyRoot {
  /// Shows `note` if the test of this root fails; a second call with the same one does nothing.
  ///
  /// - Returns: Whether anybody would show it.
  @discardableResult
  package func explainFailure(with note: some FailureNote) -> Bool {
    guard let owner, owner.explainsFailures else { return false }
    state.withLock { state in
      if !state.failureNotes.contains(where: { $0 === note }) { state.failureNotes.append(note) }
    }
    return true
  }

  /// Whether somebody shows the notes if the test fails.
  package var isExplaining: Bool { state.withLock { $0.isExplaining } }

  /// Says that the caller will show the notes if the test fails; false if there are none, or somebody
  /// does already.
  package func beginExplaining() -> Bool {
    state.withLock { state in
      guard !state.isExplaining, !state.failureNotes.isEmpty else { return false }
      state.isExplaining = true
      return true
    }
  }

  /// The notes in the order in which they came.
  package var failureNotes: [any FailureNote] { state.withLock { $0.failureNotes } }
}
