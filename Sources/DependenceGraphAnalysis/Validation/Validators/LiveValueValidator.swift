import DependenceGraphKernel

/// Keys that are read under a root and have no live value, unless a comment allows it.
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
    var seen: Set<SourcePlace> = []
    return chains.flatMap { chain in
      missing[chain.end].compactMap { read, key in
        // Every specialisation of a generic type reads at the same place.
        guard seen.insert(read.place).inserted else { return nil }
        return Finding(
          kind: .missingLiveValue,
          place: read.place,
          owner: graph.nodes[chain.end].made.description,
          subject: read.name,
          chain: analysis.steps(of: chain),
          related: [key],
          detail: key.name
        )
      }
    }
  }
}

extension Analysis {
  /// The reads in each node, its extensions, and types inside that are no nodes themselves.
  var readsByNode: [[KeyRead]] {
    var owners: [TypeName.Nominal: [Int]] = [:]
    for (place, node) in graph.nodes.enumerated() {
      node.made.nominal.map { owners[$0, default: []].append(place) }
    }
    var reads = Array(repeating: [KeyRead](), count: graph.nodes.count)
    for read in project.keyReads {
      let scope = NameScope(module: read.module, file: read.place.file)
      var name = read.owner[...]
      while !name.isEmpty {
        let owner = index.resolver.resolve(TypeReference(String(name)), in: scope).nominal
        if let nodes = owner.flatMap({ owners[$0] }) {
          for node in nodes { reads[node].append(read) }
          break
        }
        name = name.lastIndex(of: ".").map { name[..<$0] } ?? ""
      }
    }
    return reads
  }
}
