package import Dependence

/// Information shown when a test fails, such as a random seed or the dependencies that the test has
/// read.
package protocol FailureNote: AnyObject, Sendable {
  var fileName: String { get }
  /// The complete text of the note, with the information collected so far.
  var text: String { get }
  /// A short version of the note to add to each of the test's issues, or `nil` to add nothing.
  var summary: String? { get }
  /// The source location of the code, usually a trait, that requested the note.
  var site: SourceSite { get }
  /// Whether the information, such as a random seed, cannot be obtained by running the test again.
  /// If so, it is lost unless the note is shown when the test ends.
  var isUnrepeatable: Bool { get }
}

extension DependencyRoot {
  /// Registers a note to show if the test that owns this root fails.
  ///
  /// - Returns: `true` if a test owns this root and can show notes, or `false` if the note was not
  ///   registered.
  @discardableResult
  package func addNote(_ note: some FailureNote) -> Bool {
    guard let test, test.showsNotes else { return false }
    RootData.withState(of: self) { state in
      if !state.failureNotes.contains(where: { $0 === note }) { state.failureNotes.append(note) }
    }
    return true
  }

  /// Whether a trait has claimed the failure notes. That trait shows them if the test fails, so
  /// other traits must not.
  package var notesAreClaimed: Bool { RootData.known(self)?.notesAreClaimed ?? false }

  /// Claims the failure notes for the caller, which must then show them if the test fails. Returns
  /// `false` if there are no notes, or if another caller has already claimed them.
  package func claimNotes() -> Bool {
    guard RootData.known(self) != nil else { return false }
    return RootData.withState(of: self) { state in
      guard !state.notesAreClaimed, !state.failureNotes.isEmpty else { return false }
      state.notesAreClaimed = true
      return true
    }
  }

  package var failureNotes: [any FailureNote] { RootData.known(self)?.failureNotes ?? [] }
}
