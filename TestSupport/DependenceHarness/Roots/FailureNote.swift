package import Dependence

/// Something worth knowing about a test that failed, and about no other: the seed of its faults, what
/// it read.
package protocol FailureNote: AnyObject, Sendable {
  var fileName: String { get }
  /// All of the note, as of now.
  var text: String { get }
  /// As much of it as fits beside every issue; nil if that is nothing.
  var summary: String? { get }
  /// The line that the note is about.
  var site: SourceSite { get }
  /// True if nobody can know the note again once the test has ended, as a random seed.
  var isUnrepeatable: Bool { get }
}

extension DependencyRoot {
  /// Shows `note` if the test of this root fails; a second call with the same one does nothing.
  ///
  /// - Returns: Whether anybody would show it.
  @discardableResult
  package func explainFailure(with note: some FailureNote) -> Bool {
    guard let test, test.explainsFailures else { return false }
    RootNotes.withState(of: self) { state in
      if !state.failureNotes.contains(where: { $0 === note }) { state.failureNotes.append(note) }
    }
    return true
  }

  /// True if somebody shows the notes if the test fails.
  package var isExplaining: Bool { RootNotes.known(self)?.isExplaining ?? false }

  /// Says that the caller will show the notes if the test fails; false if there are none, or somebody
  /// does already.
  package func beginExplaining() -> Bool {
    guard RootNotes.known(self) != nil else { return false }
    return RootNotes.withState(of: self) { state in
      guard !state.isExplaining, !state.failureNotes.isEmpty else { return false }
      state.isExplaining = true
      return true
    }
  }

  package var failureNotes: [any FailureNote] { RootNotes.known(self)?.failureNotes ?? [] }
}
