import DependenceGraphKernel

/// Finds dependency reads whose key has no live value, in types that can be reached from a root.
/// Reads that a comment permits are skipped.
enum LiveValueValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let keys = KeyIndex(analysis)
    let missing = analysis.readsByNode.map { list in
      list.compactMap { read -> (read: KeyRead, key: Finding.Related)? in
        let verdict = keys.verdict(on: read)
        return verdict.state == .missing ? verdict.key.map { (read, $0) } : nil
      }
    }
    let graph = analysis.graph
    let chains = graph.paths.shortestPaths(from: graph.roots, to: { !missing[$0].isEmpty })
    var seen: Set<FileLocation> = []
    return chains.flatMap { chain in
      missing[chain.end].compactMap { read, key in
        // Every specialization of a generic type contains this read, so report it only once.
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
