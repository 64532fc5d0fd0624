/// The summary that `dependence check` prints for a valid graph. It states how many types, roots
/// (types that the rest of the graph is created from), and dependency reads were checked.
enum CheckSummary {
  private static let mostNames = 10

  static func text(of analysis: Analysis) -> String {
    let (nodes, isUnderRoot) = (analysis.graph.nodes, analysis.isUnderRoot)
    let orphans = nodes.indices.filter { !isUnderRoot[$0] }.map {
      nodes[$0].createdType.description
    }
    let types = count(nodes.count - orphans.count, "type")
    let roots = count(analysis.graph.roots.count, "root")
    var lines = ["the graph is valid: \(types) under \(roots)"]
    if !orphans.isEmpty {
      lines.append("not under a root, so no generated code creates them: \(list(orphans))")
    }
    var byState: [KeyIndex.State: [KeyRead]] = [:]
    for (node, verdicts) in analysis.verdictsByNode().enumerated() where isUnderRoot[node] {
      for (read, verdict, _) in verdicts { byState[verdict.state, default: []].append(read) }
    }
    for (state, description) in [
      (KeyIndex.State.live, "with a live value"), (.allowed, "whose value is provided elsewhere"),
    ] {
      if let reads = byState[state] {
        lines.append("\(count(reads.count, "key read")) \(description)")
      }
    }
    if let unknown = byState[.unknown] {
      var seen: Set<String> = []
      let names = unknown.map(\.name).filter { seen.insert($0).inserted }
      lines.append(
        "not checked, because the scanned files do not show whether the key has a live value: "
          + list(names)
      )
    }
    let aliases = analysis.dependencyAliases
    if !aliases.isEmpty {
      lines.append(
        "not checked, because reads through an alias of 'Dependency' or 'DependencyValues' are not always found: "
          + list(aliases.map(\.name))
      )
    }
    let conditions = analysis.project.undecidedConditions.map { "\($0.name) (\($0.location))" }
    if !conditions.isEmpty {
      lines.append(
        "not checked, because the scan cannot find out whether a name in an '#if' exists: "
          + list(conditions)
      )
    }
    return lines.map { "\($0.printable)\n" }.joined()
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(mostNames).joined(separator: ", ")
    return names.count > mostNames ? "\(shown) and \(names.count - mostNames) more" : shown
  }
}
