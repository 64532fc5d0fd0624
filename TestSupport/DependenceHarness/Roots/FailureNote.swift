package import Dependence

/// Additional information for a failing test, such as the dependencies that the test read.
package protocol FailureNote: AnyObject, Sendable {
  var fileName: String { get }
  /// The complete text of the note, up to now.
  var text: String { get }
  /// A short form of the note that is added to every issue, or `nil` to add no text.
  var summary: String? { get }
  /// The source location of the code that requested the note.
  var site: SourceSite { get }
  /// Whether the information, such as a random seed, is lost unless it is shown when the test ends.
  var isUnrepeatable: Bool { get }
}

extension DependencyRoot {
  /// Registers a note that is shown once if the test that owns this root fails.
  ///
  /// - Returns: Whether the test shows notes.
  @discardableResult
  package func addNote(_ note: some FailureNote) -> Bool {
    guard let test, test.showsNotes else { return false }
    RootNotes.withState(of: self) { state in
      if !state.failureNotes.contains(where: { $0 === note }) { state.failureNotes.append(note) }
    }
    return true
  }

  /// Whether a trait of the test will show the notes that are registered with this root.
  package var notesAreClaimed: Bool { RootNotes.known(self)?.notesAreClaimed ?? false }

  /// Reserves the notes of this root for the caller, who must show them if the test fails. Returns
  /// `false` if there are no notes, or if another caller has already reserved them.
  package func claimNotes() -> Bool {
    guard RootNotes.known(self) != nil else { return false }
    return RootNotes.withState(of: self) { state in
      guard !state.notesAreClaimed, !state.failureNotes.isEmpty else { return false }
      state.notesAreClaimed = true
      return true
    }
  }

  package var failureNotes: [any FailureNote] { RootNotes.known(self)?.failureNotes ?? [] }
}
