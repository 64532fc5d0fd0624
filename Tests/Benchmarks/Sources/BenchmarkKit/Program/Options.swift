/// The arguments of a benchmark program.
package struct Options: Sendable, Hashable {
  /// Whether the report is written as JSON.
  package var isJSON = false
  package var isQuick = false
  package var listsOnly = false
  package var asksForHelp = false
  /// A case-insensitive part of the identifiers of the rows to measure, or `nil` for every row.
  package var filter: String?
  /// The seed of the order of rows.
  package var seed: UInt64 = 1

  /// An error in the arguments.
  package struct UsageError: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  package init() {}

  /// - Parameter arguments: The arguments without the name of the program.
  package init(arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--quick": isQuick = true
      case "--list": listsOnly = true
      case "--help", "-h": asksForHelp = true
      case "--filter": filter = try Self.value(of: argument, in: &rest)
      case "--seed":
        let text = try Self.value(of: argument, in: &rest)
        guard let number = UInt64(text) else {
          throw UsageError(
            description: "--seed takes a whole number from 0, and \"\(text)\" is none"
          )
        }
        seed = number
      default: throw UsageError(description: "\"\(argument)\" is not an argument; try --help")
      }
    }
  }

  private static func value(
    of argument: String,
    in rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw UsageError(description: "\(argument) needs a value")
    }
    return value
  }

  /// The effort of the measurement.
  package var effort: Effort { isQuick ? .quick : .full }

  /// The text of `--help`.
  package static func help(_ program: String) -> String {
    """
    Usage: \(program) [--quick] [--filter TEXT] [--seed NUMBER] [--json] [--list] [--help]

      --quick         fewer and shorter rounds; a ratio may be twice its bound, counts are exact
      --filter TEXT   only rows whose group or name contains the text, and their floors
      --seed NUMBER   the order in which rows are measured; 1 if you say nothing
      --json          a report for machines
      --list          the names of the rows, one to a line
      --help          this

    Exit codes: 0 if every row is in bounds, 1 if one is not or is wrong, 2 for bad arguments.

    """
  }
}
