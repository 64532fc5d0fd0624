import DependenceGraphKernel

/// Finds reads of dependencies that have only a test value. In an app, such a read is an error.
///
/// The validator checks the roots (types that the rest of the graph is created from) and the types
/// that they create. It skips lines with a comment that permits a missing live value (the value
/// used outside of tests).
enum LiveValueValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let missing = analysis.verdictsByNode().map { verdicts in
      verdicts.compactMap { read, verdict -> (read: KeyRead, key: Finding.Related)? in
        verdict.state == .missing ? verdict.key.map { (read, $0) } : nil
      }
    }
    let graph = analysis.graph
    let chains = graph.paths.shortestPaths(from: graph.roots, to: { !missing[$0].isEmpty })
    var seen: Set<FileLocation> = []
    return chains.flatMap { chain in
      missing[chain.end].compactMap { read, key in
        // Every specialization of a generic type contains the same code, so report the missing
        // value only once.
        guard seen.insert(read.location).inserted else { return nil }
        return Finding(
          kind: .missingLiveValue,
          location: read.location,
          owner: graph.nodes[chain.end].createdType.description,
          subject: read.name,
          chain: analysis.steps(of: chain),
          related: [key],
          detail: key.name
        )
      }
    }
  }
}
