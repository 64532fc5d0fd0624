package import Dependence

/// Information shown when a test fails, such as the dependencies that the test has read.
package protocol FailureNote: AnyObject, Sendable {
  var fileName: String { get }
  /// The complete note, with the information collected up to now.
  var text: String { get }
  /// A short version of the note that is added to every issue, or `nil` if nothing should be added.
  var summary: String? { get }
  /// The source location of the code that requested the note.
  var site: SourceSite { get }
  /// Whether the information cannot be reproduced by running the test again, as for a random seed.
  /// Such a note must be shown when the test ends, or it is lost.
  var isUnrepeatable: Bool { get }
}

extension DependencyRoot {
  /// Registers information to show if the test that owns this root fails.
  ///
  /// - Returns: Whether the test shows failure notes at all.
  @discardableResult
  package func addNote(_ note: some FailureNote) -> Bool {
    guard let test, test.showsNotes else { return false }
    RootData.withState(of: self) { state in
      if !state.failureNotes.contains(where: { $0 === note }) { state.failureNotes.append(note) }
    }
    return true
  }

  /// Whether a trait has claimed the registered failure notes. The trait shows them if the test
  /// fails.
  package var notesAreClaimed: Bool { RootData.known(self)?.notesAreClaimed ?? false }

  /// Claims the registered failure notes for the caller, which must then show them if the test
  /// fails. Returns `false` if there are no notes or if they have already been claimed.
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
