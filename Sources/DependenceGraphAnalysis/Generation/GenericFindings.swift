/// Finds generic types of which a graph cannot tell what their parameters are.
enum GenericFindings {
  static func findings(in analysis: Analysis) -> [Finding] {
    analysis.index.declarations.flatMap { declaration in
      mistakes(of: declaration, analysis.index.resolver).map { mistake in
        Finding(
          kind: .misuse,
          place: declaration.type.place,
          owner: declaration.made.description,
          subject: mistake
        )
      }
    }
  }

  private static func mistakes(
    of declaration: TypeIndex.Declaration,
    _ resolver: Resolver
  ) -> [String] {
    let type = declaration.type
    let scope = NameScope(module: type.module, file: type.place.file)
    let outer = type.enclosing.first { path in
      let nominal = resolver.resolve(TypeReference(path), in: scope).nominal
      return nominal.map { !resolver.genericParameters(of: $0).isEmpty } ?? false
    }
    if let outer {
      return ["'\(declaration.made)' is nested in '\(outer)', which is generic; move it out"]
    }
    if declaration.hasOtherRequirements, declaration.made.isOpen {
      return [
        """
        nothing tells a graph which types meet the 'where' of this extension; require that its \
        parameters are certain types
        """
      ]
    }
    return declaration.additional.compactMap { additional in
      declaration.parameters.first { !additional.mentions($0) }.map { unknown in
        """
        '\(declaration.made)' cannot stand for '\(additional)', which does not say what '\(unknown)' is; \
        leave it out of 'fulfillingAdditionalTypes:'
        """
      }
    }
  }
}
