/// A list of mutations that no test can detect, because they do not change the program's behavior.
/// Each entry states why.
///
/// Each line of the list's file has the form `fingerprint => reason`, where
/// ``Mutation/fingerprint`` identifies the mutation. Empty lines and lines that start with `#` are
/// ignored.
package struct Equivalents: Sendable {
  package struct Entry: Sendable, Equatable {
    package let fingerprint: String
    package let reason: String
    package let line: Int
  }

  package let entries: [Entry]

  /// Creates the list from its file's contents.
  ///
  /// - Throws: ``Malformed`` for the first line that has no reason.
  package init(parsing text: String) throws(Malformed) {
    var entries: [Entry] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") { continue }
      let parts = line.split(separator: " => ", maxSplits: 1)
      guard parts.count == 2 else { throw Malformed(line: index + 1) }
      entries.append(
        Entry(fingerprint: String(parts[0]), reason: String(parts[1]), line: index + 1)
      )
    }
    self.entries = entries
  }

  /// Returns the reason why a mutation does not change the program's behavior, or `nil` if the
  /// mutation is not in the list.
  package func reason(for mutation: Mutation) -> String? {
    entries.first { $0.fingerprint == mutation.fingerprint }?.reason
  }

  /// Returns the entries that match none of the given mutations, because the code has changed since
  /// the entries were written.
  package func stale(among candidates: [Mutation]) -> [Entry] {
    let known = Set(candidates.map(\.fingerprint))
    return entries.filter { !known.contains($0.fingerprint) }
  }

  package struct Malformed: Error, CustomStringConvertible {
    package let line: Int
    package var description: String {
      "line \(line) of the list of equivalent mutants has no ` => ` and reason"
    }
  }
}
