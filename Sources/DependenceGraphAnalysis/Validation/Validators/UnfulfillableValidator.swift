import DependenceGraphKernel

/// Finds `@Instantiated` properties that cannot be matched with a type to create: no declaration
/// matches the property's type, several declarations match, or a generic type would have infinitely
/// many specializations.
enum UnfulfillableValidator {
  private static let mostGuesses = 50

  static func findings(in analysis: Analysis, isPartial: Bool) -> [Finding] {
    let known = analysis.index.fulfilledTypes
    var seen: Set<FileLocation> = []
    var guesses = 0
    return analysis.unresolvedProperties.compactMap { unresolved in
      let node = analysis.graph.nodes[unresolved.node]
      let property = node.properties[unresolved.property]
      guard !isPartial || analysis.isUnderRoot[unresolved.node],
        seen.insert(property.declaration.location).inserted
      else { return nil }
      let wanted = unresolved.wanted.description
      var finding = Finding(.unfulfillable, of: property, in: node)
      finding.detail = wanted
      switch unresolved.kind {
      case .unfulfilled:
        guesses += 1
        let candidates = guesses <= mostGuesses ? known : []
        finding.suggestion = NearestName.nearest(to: wanted, among: candidates)
        if finding.suggestion != nil { finding.kind = .misspelled }
      case .ambiguous(let declarations):
        finding.kind = .ambiguous
        finding.related = declarations.map { declaration in
          let declaration = analysis.index.declarations[declaration]
          let made = declaration.createdType
          let module = made.nominal?.isAmongModules == true ? "" : "\(declaration.type.module)."
          return .init(name: "\(module)\(made)", location: declaration.type.location)
        }
      case .endless:
        finding.kind = .endless
        let declaration = analysis.declaration(of: unresolved.node)
        finding.owner = declaration.createdType.description
        finding.subject = property.declaration.label
        finding.detail = nil
      }
      return finding
    }
  }
}
