/// Formats a migration report as text, with one line for each row. Rows with the same reason and
/// remedy are listed together, so that the remedy appears only once.
package struct MigrationReport {
  private let rows: [MigrationRow]

  package init(_ rows: [MigrationRow]) { self.rows = rows }

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
