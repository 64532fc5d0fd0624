/// Keys that are read under a root and have no live value.
///
/// A read that is meant to find its value elsewhere, such as in `prepareDependencies`, says so with
/// the comment `dependence:allow-missing-live`.
enum LiveValueValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let keys = KeyIndex(analysis.project)
    let reads = analysis.readsByNode
    let missing = reads.map { list in
      list.compactMap { read -> (KeyRead, String, SourcePlace)? in
        guard !read.allowsMissingLive, case .missing(let key, let place) = keys.verdict(on: read)
        else { return nil }
        return (read, key, place)
      }
    }
    let graph = analysis.graph
    let chains = graph.shortestChains(from: graph.roots, to: { !missing[$0].isEmpty })
    var seen: Set<SourcePlace> = []
    return chains.flatMap { chain in
      missing[chain.end].compactMap { read, key, place in
        // Every specialisation of a generic type reads at the same place.
        guard seen.insert(read.place).inserted else { return nil }
        return Finding(
          .missingLiveValue,
          at: read.place,
          owner: graph.nodes[chain.end].made.description,
          subject: read.name,
          chain: analysis.steps(of: chain),
          related: [.init(name: key, place: place)],
          detail: key
        )
      }
    }
  }
}

extension Analysis {
  /// The reads in the declaration of each node and its extensions, and in types inside that are no
  /// nodes themselves.
  package var readsByNode: [[KeyRead]] {
    var owners: [String: [Int]] = [:]
    for (index, node) in graph.nodes.enumerated() {
      owners[node.type.name, default: []].append(index)
    }
    var reads = Array(repeating: [KeyRead](), count: graph.nodes.count)
    for read in project.keyReads {
      var name = read.owner[...]
      while !name.isEmpty, owners[String(name)] == nil {
        name = name.lastIndex(of: ".").map { name[..<$0] } ?? ""
      }
      for node in owners[String(name)] ?? [] { reads[node].append(read) }
    }
    return reads
  }
}
