/// Finds types that can be created by two declarations in the same module. Declarations in
/// different modules are allowed, because a property uses the declaration in its own module or in a
/// module that its file imports. If this rule does not select a single declaration for a property,
/// `UnfulfillableValidator` reports the property.
enum DuplicateValidator {
  static func findings(in analysis: Analysis) -> [Finding] {
    let declarations = analysis.index.declarations
    return analysis.index.fulfilments.flatMap { fulfilment -> [Finding] in
      var first: [String: Finding.Related] = [:]
      return fulfilment.declarations.compactMap { declaration in
        let (type, made) = (declarations[declaration].type, declarations[declaration].createdType)
        guard let other = first[type.module] else {
          first[type.module] = Finding.Related(name: made.description, location: type.location)
          return nil
        }
        var finding = Finding(kind: .duplicate, location: type.location, owner: made.description)
        finding.subject = fulfilment.type
        finding.related = [other]
        return finding
      }
    }
  }
}
