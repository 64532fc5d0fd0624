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

  package var failureNotes: [any FailureNote] { RootData.known(self)?.failureNotes ?? [] }

  /// The summaries of all failure notes that have one.
  package var noteSummaries: [String] { failureNotes.compactMap(\.summary) }
}
