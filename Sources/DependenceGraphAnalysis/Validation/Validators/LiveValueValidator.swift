/// Keys that are read under a root and have no live value.
///
/// A read that is meant to find its value elsewhere, such as in `prepareDependencies`, says so with
/// the comment `dependence:allow-missing-live`.
enum LiveValueValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let keys = KeyIndex(analysis.project)
    let reads = analysis.readsByNode
    var shortest: [SourcePlace: Finding] = [:]
    let missing = reads.map { list in
      list.compactMap { read -> (KeyRead, String, SourcePlace)? in
        guard !read.allowsMissingLive, case .missing(let key, let place) = keys.verdict(on: read)
        else { return nil }
        return (read, key, place)
      }
    }
    for root in analysis.graph.roots {
      let chains = analysis.graph.shortestChains(from: root, to: { !missing[$0].isEmpty })
      for chain in chains {
        let target = chain.end
        for (read, key, place) in missing[target] {
          let finding = Finding(
            .missingLiveValue,
            at: read.place,
            owner: analysis.graph.nodes[target].made.description,
            subject: read.property.map { "\\.\($0)" } ?? key,
            chain: analysis.steps(of: chain),
            related: [.init(name: key, place: place)],
            detail: key
          )
          if chain.links.count + 1 < shortest[read.place]?.chain.count ?? .max {
            shortest[read.place] = finding
          }
        }
      }
    }
    return shortest.values.sorted()
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
