package import Dependence

/// Information that is shown only if a test fails, such as the dependencies that the test read.
package protocol FailureNote: AnyObject, Sendable {
  var fileName: String { get }
  /// The complete note in its current state.
  var text: String { get }
  /// A short form of the note that is added to every issue, or `nil` if there is no short form.
  var summary: String? { get }
  /// The source location that the note is about.
  var site: SourceSite { get }
  /// Whether the note, such as a random seed, cannot be reproduced after the test has ended.
  var isUnrepeatable: Bool { get }
}

extension DependencyRoot {
  /// Registers `note` to be shown if the test of this root fails. Each note is shown once.
  ///
  /// - Returns: Whether the test of this root shows notes.
  @discardableResult
  package func explainFailure(with note: some FailureNote) -> Bool {
    guard let test, test.explainsFailures else { return false }
    RootNotes.withState(of: self) { state in
      if !state.failureNotes.contains(where: { $0 === note }) { state.failureNotes.append(note) }
    }
    return true
  }

  /// Whether a trait will show the notes of this root if the test fails.
  package var isExplaining: Bool { RootNotes.known(self)?.isExplaining ?? false }

  /// Reserves the notes of this root for the caller, who must show them if the test fails. Returns
  /// `false` if there are no notes, or if another caller has reserved them.
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
