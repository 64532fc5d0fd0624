extension [MigrationRow] {
  /// The rows as text, with one line for each row. Rows with the same reason and remedy are listed
  /// together, so that the remedy appears only once.
  var report: String {
    let kinds = Dictionary(grouping: enumerated()) { [$0.element.why, $0.element.remedy] }.values
    return kinds.sorted { $0[0].offset < $1[0].offset }.map { kind in
      kind.map { "\($0.element.path):\($0.element.line): \($0.element.why)\n" }.joined()
        + "  To do: \(kind[0].element.remedy)\n"
    }
    .joined()
  }
}
