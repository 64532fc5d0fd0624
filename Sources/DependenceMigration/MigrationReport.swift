/// The rows of a migration as text: one line for each place, and the remedy once for all places of a kind.
package struct MigrationReport {
  private let rows: [MigrationRow]

  package init(_ rows: [MigrationRow]) { self.rows = rows }

  /// The lines, in the order of the first place of each kind.
  package var text: String {
    var kinds: [Kind] = []
    var places: [Kind: [MigrationRow]] = [:]
    for row in rows {
      let kind = Kind(why: row.why, remedy: row.remedy)
      if places[kind] == nil { kinds.append(kind) }
      places[kind, default: []].append(row)
    }
    return kinds.map { kind in
      let lines = places[kind, default: []].map { "\($0.path):\($0.line): \(kind.why)\n" }
      return lines.joined() + "  To do: \(kind.remedy)\n"
    }
    .joined()
  }

  private struct Kind: Hashable {
    var why: String
    var remedy: String
  }
}
