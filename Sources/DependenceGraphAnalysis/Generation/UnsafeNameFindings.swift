/// Finds what generated code cannot contain, because it would be more than a name there.
enum UnsafeNameFindings {
  static func findings(in graph: Graph, spelling: TypeSpelling) -> [Finding] {
    var judged: [String: Bool] = [:]
    func isType(_ type: TypeReference) -> Bool {
      let text = spelling.text(type)
      if let known = judged[text] { return known }
      let isType = UnsafeNames.isType(text)
      judged[text] = isType
      return isType
    }
    return graph.nodes.flatMap { node -> [Finding] in
      var findings: [Finding] = []
      func refuse(_ name: String, at place: SourcePlace) {
        findings.append(
          Finding(
            .misuse,
            at: place,
            owner: node.made.description,
            subject: "'\(name)' cannot be written into generated code; use a plain name"
          )
        )
      }
      if !isType(node.made) { refuse(node.made.description, at: node.type.place) }
      for declaration in node.properties.map(\.declaration) {
        let labels = [declaration.label] + (declaration.alias.map { [$0.label] } ?? [])
        let types = [declaration.type] + (declaration.alias.map { [$0.type] } ?? [])
        for label in labels where !UnsafeNames.isLabel(label) {
          refuse(label, at: declaration.place)
        }
        for type in types where !isType(type) {
          refuse(type.description, at: declaration.place)
        }
      }
      return findings
    }
  }
}
