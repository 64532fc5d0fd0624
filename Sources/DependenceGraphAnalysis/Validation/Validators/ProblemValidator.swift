/// What was wrong with a file before there was a graph.
enum ProblemValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    analysis.project.files.flatMap(\.problems).map { problem in
      let kind: Finding.Kind =
        switch problem.kind {
        case .unreadable: .unreadable
        case .syntax: .syntax
        case .misuse: .misuse
        }
      return Finding(kind, at: problem.place, subject: problem.message)
    }
  }
}
