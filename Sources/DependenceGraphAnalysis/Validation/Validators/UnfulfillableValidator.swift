/// Properties that are to be instantiated, and that nothing makes, or several things, or something
/// without an end.
enum UnfulfillableValidator {
  /// Where a whole module is missing nobody reads a thousand guesses, each of which takes a look at
  /// every name.
  private static let mostGuesses = 50

  static func findings(in analysis: Analysis, options: Validator.Options) -> [Finding] {
    let isJudged =
      options.isPartial
      ? analysis.isUnderRoot : Array(repeating: true, count: analysis.graph.nodes.count)
    let known = analysis.index.fulfilledTypes
    var seen: Set<SourcePlace> = []
    var guesses = 0
    return analysis.flaws.compactMap { flaw in
      let node = analysis.graph.nodes[flaw.node]
      let property = node.properties[flaw.property].declaration
      guard isJudged[flaw.node], seen.insert(property.place).inserted else { return nil }
      let wanted = property.instantiatedType.description
      var finding = Finding(
        .unfulfillable,
        at: property.place,
        owner: node.made.description,
        subject: "\(property.label): \(property.type)",
        detail: wanted
      )
      switch flaw.kind {
      case .unfulfilled:
        guesses += 1
        if guesses <= mostGuesses {
          finding.suggestion = NearestName.nearest(to: wanted, among: known)
        }
        if finding.suggestion != nil { finding.kind = .misspelled }
      case .ambiguous(let declarations):
        finding.kind = .ambiguous
        finding.related = declarations.map { declaration in
          let type = analysis.index.types[declaration]
          return .init(name: "\(type.module).\(type.type)", place: type.place)
        }
      case .endless:
        finding.kind = .endless
        finding.owner = node.type.type.description
        finding.subject = property.label
        finding.detail = nil
      }
      return finding
    }
  }
}
