/// What a process printed, and how it ended.
struct Transcript: Sendable {
  enum Ending: Sendable, Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  var command: String
  var ending: Ending
  /// Standard output and standard error, as they came.
  var output: String

  var lines: [Substring] { output.split(separator: "\n") }

  func contains(_ text: String) -> Bool { output.contains(text) }
}

extension Transcript: CustomStringConvertible {
  var description: String {
    let lines = lines
    let tail = lines.suffix(40).map { "  | \($0)" }.joined(separator: "\n")
    return """
        $ \(command)
      \(lines.count > 40 ? "  | …\n" : "")\(tail)
        \(ending)
      """
  }
}
