/// The command of a process, its output, and how it ended.
package struct Transcript: Sendable {
  package enum Ending: Sendable, Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  package let command: String
  package let ending: Ending
  /// The standard output and the standard error, interleaved in the order in which they were
  /// written.
  package let output: String

  package var lines: [Substring] { output.split(separator: "\n") }

  package func contains(_ text: String) -> Bool { output.contains(text) }
}

extension Transcript: CustomStringConvertible {
  package var description: String {
    let lines = lines
    let tail = lines.suffix(40).map { "  | \($0)" }.joined(separator: "\n")
    return """
        $ \(command)
      \(lines.count > 40 ? "  | …\n" : "")\(tail)
        \(ending)
      """
  }
}
