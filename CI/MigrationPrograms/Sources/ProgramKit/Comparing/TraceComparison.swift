/// A row of the report, with the migrated line that it is about.
public struct ReportedRow: Sendable {
  /// The migrated line.
  public let line: String
  /// The reason that the row gives.
  public let why: String

  /// Creates a row from its line and reason.
  public init(line: String, why: String) { (self.line, self.why) = (line, why) }
}

/// The comparison of two traces of one program.
public struct TraceComparison {
  /// The lines that only one of the traces has. Each begins with `-` if it is missing after the migration, and with `+` if it
  /// is new.
  public private(set) var differences: [String] = []
  /// The differences about which no row of the report is.
  public private(set) var unexplained: [String] = []

  /// Compares two traces.
  ///
  /// A row explains a difference if both name the same dependency or owner. A row whose line names none, such as one on
  /// `Container.shared.reset()`, explains all differences.
  ///
  /// - Parameter parts: The dependencies that each dependency keeps. An instance with another lifetime keeps its parts for
  ///   another time, so that a row explains differences of the parts as well.
  public init(
    before: [String],
    after: [String],
    rows: [ReportedRow],
    parts: [String: [String]] = [:]
  ) {
    let explained = rows.map { row in
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

  /// The numbers at the end of names in a text, such as `17_2` in `Service17_2#1`.
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
