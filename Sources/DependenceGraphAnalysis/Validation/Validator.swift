/// Everything that is wrong with a project, in the order of its places.
package enum Validator {
  package struct Options: Hashable, Sendable {
    /// Whether the scan may lack modules, as that of a library lacks the app: then it need not have a
    /// root, and what stands under none is not judged.
    package var isPartial: Bool

    package init(isPartial: Bool = false) {
      self.isPartial = isPartial
    }
  }

  /// Judges a graph. Nothing is a finding twice.
  ///
  /// While a file cannot be read or does not parse, that is all there is to say: what it declares is
  /// not known, and whatever names it would seem to be wrong.
  package static func findings(in analysis: Analysis, options: Options = Options()) -> [Finding] {
    let problems = ProblemValidator.findings(in: analysis)
    if problems.contains(where: { $0.kind != .misuse }) {
      return problems.filter { $0.kind != .misuse }.sorted()
    }
    var findings = problems
    findings += DuplicateValidator.findings(in: analysis)
    findings += UnfulfillableValidator.findings(in: analysis, options: options)
    findings += ForwardedValidator.findings(in: analysis)
    findings += ErasedGenericValidator.findings(in: analysis)
    findings += ConstantCycleValidator.findings(in: analysis)
    findings += SiblingCycleValidator.findings(in: analysis)
    findings += RootValidator.findings(in: analysis, options: options)
    findings += AvailabilityValidator.findings(in: analysis)
    findings += LiveValueValidator.findings(in: analysis)
    var seen: Set<Finding> = []
    return findings.filter { seen.insert($0).inserted }.sorted()
  }
}

extension Analysis {
  /// A chain as findings tell it.
  func steps(of chain: Chain) -> [Finding.Step] {
    chain.links.map { link in
      let node = graph.nodes[link.node]
      let property = node.properties[link.property].declaration
      return Finding.Step(
        type: node.made.description,
        property: property.label,
        place: property.place
      )
    } + [end(at: chain.end)]
  }

  func end(at node: Int) -> Finding.Step {
    let node = graph.nodes[node]
    return Finding.Step(type: node.made.description, place: node.type.place)
  }
}
