/// Types that two declarations of one module fulfil. In two modules they are two types of one name.
enum DuplicateValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let declarations = analysis.index.declarations
    return analysis.index.fulfilments.flatMap { fulfilment -> [Finding] in
      var first: [String: Int] = [:]
      return fulfilment.declarations.compactMap { declaration in
        let type = declarations[declaration].type
        guard let other = first[type.module] else {
          first[type.module] = declaration
          return nil
        }
        return Finding(
          kind: .duplicate,
          place: type.place,
          owner: declarations[declaration].made.description,
          subject: fulfilment.type,
          related: [
            .init(name: declarations[other].made.description, place: declarations[other].type.place)
          ]
        )
      }
    }
  }
}
