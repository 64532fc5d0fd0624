import DependenceGraphKernel

/// Finds reads of dependencies that have only a test value. In an app, such a read is an error.
///
/// The validator checks the code of the roots (types that the rest of the graph is created from)
/// and of the types that they create. It also checks the live values (the values used outside of
/// tests) that this code reads. It skips lines with a comment that permits a missing live value.
enum LiveValueValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let missing = analysis.verdictsByNode().map { verdicts in
      verdicts.filter { $0.verdict.state == .missing }
    }
    let graph = analysis.graph
    let chains = graph.paths.shortestPaths(from: graph.roots, to: { !missing[$0].isEmpty })
    var seen: Set<FileLocation> = []
    return chains.flatMap { chain in
      missing[chain.end].compactMap { read, verdict, path in
        // Every specialization of a generic type contains the same code, so report the missing
        // value only once.
        guard let key = verdict.key, seen.insert(read.location).inserted else { return nil }
        var steps = analysis.steps(of: chain)
        for outer in path {
          steps[steps.count - 1].location = outer.location
          let name = "the live value of '\(outer.name)'"
          steps.append(Finding.Step(type: name, location: outer.location))
        }
        return Finding(
          kind: .missingLiveValue,
          location: read.location,
          owner: graph.nodes[chain.end].createdType.description,
          subject: read.name,
          chain: steps,
          related: [key],
          detail: key.name
        )
      }
    }
  }
}
