/// A row in a migration report, which describes a line of code that may behave differently after
/// the migration.
public struct ReportedRow: Sendable {
  /// The line of migrated code that the row refers to.
  public let line: String
  /// The reason given in the row.
  public let why: String

  /// Creates a report row with a line of code and a reason.
  public init(line: String, why: String) { (self.line, self.why) = (line, why) }
}

/// A comparison of a program's traces (its printed lines) before and after its migration.
public struct TraceComparison {
  /// The lines that appear in only one of the traces. A line is prefixed with `-` if it is missing
  /// after the migration, and with `+` if it is new.
  public private(set) var differences: [String] = []
  /// The differences between the two traces that no row in the migration report explains.
  public private(set) var unexplained: [String] = []

  /// Compares a program's traces before and after its migration.
  ///
  /// A report row explains a difference if both contain the same tag, which is the number at the
  /// end of a dependency's name, such as `17_2` in `Service17_2`. A row explains all differences if
  /// its line of code contains no tag, as in `Container.shared.reset()`, or if it reports that a
  /// whole call has no effect. Such a call can also contain values of other dependencies.
  ///
  /// - Parameter parts: The dependencies that each dependency stores (its parts), identified by
  ///   tags such as `17_2`. A dependency keeps its parts alive, so a row about its lifetime also
  ///   explains differences in its parts.
  public init(
    before: [String],
    after: [String],
    rows: [ReportedRow],
    parts: [String: [String]] = [:]
  ) {
    let explained = rows.map { row -> Set<String> in
      if row.why.contains("the whole call") { return [] }
      var tags = Self.tags(in: row.line)
      var pending = Array(tags)
      while let tag = pending.popLast() {
        for part in parts[tag] ?? [] where tags.insert(part).inserted { pending.append(part) }
      }
      return tags
    }
    for change in after.difference(from: before) {
      let (sign, line) =
        switch change {
        case .remove(_, let line, _): ("-", line)
        case .insert(_, let line, _): ("+", line)
        }
      differences.append("\(sign) \(line)")
      let tags = Self.tags(in: line)
      if !explained.contains(where: { $0.isEmpty || !$0.isDisjoint(with: tags) }) {
        unexplained.append("\(sign) \(line)")
      }
    }
  }

  /// Returns the tags in a text. A tag is the number at the end of a name, such as `17_2` in
  /// `Service17_2#1`.
  static func tags(in text: String) -> Set<String> {
    var tags: Set<String> = []
    var tag = ""
    var previous: Character = " "
    for character in text + " " {
      if character.isNumber && (!tag.isEmpty || previous.isLetter)
        || character == "_" && !tag.isEmpty
      {
        tag.append(character)
      } else if !tag.isEmpty {
        tags.insert(tag)
        tag = ""
      }
      previous = character
    }
    return tags
  }
}
