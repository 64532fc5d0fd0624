/// Types that two declarations of one module fulfil.
///
/// In two modules they may be two types of one name: that is a mistake only where a property names
/// them and it is not clear which is meant.
enum DuplicateValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let types = analysis.index.types
    return analysis.index.fulfilments.flatMap { fulfilment -> [Finding] in
      var first: [String: Int] = [:]
      return fulfilment.declarations.compactMap { declaration in
        let type = types[declaration]
        guard let other = first[type.module] else {
          first[type.module] = declaration
          return nil
        }
        return Finding(
          .duplicate,
          at: type.place,
          owner: type.type.description,
          subject: fulfilment.type,
          related: [
            .init(name: types[other].type.description, place: types[other].place)
          ]
        )
      }
    }
  }
}
