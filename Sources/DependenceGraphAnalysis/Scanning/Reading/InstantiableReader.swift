import SwiftSyntax

/// Reads a declaration that is marked `@Instantiable`.
struct InstantiableReader<Declaration: DeclGroupSyntax> {
  typealias Result = (types: [InstantiableType], problems: [FileSummary.Problem])

  let context: SourceContext
  let declaration: Declaration
  let marker: AttributeSyntax

  /// Reads a struct, class, actor or enum.
  func read(into type: InstantiableType, attributes: [AttributeSyntax]) -> Result {
    var type = type
    var problems: [FileSummary.Problem] = []
    readMarker(into: &type, attributes: attributes, &problems)
    var initializers: [Initializer] = []
    for member in context.active(declaration.memberBlock.members) {
      if let variable = member.as(VariableDeclSyntax.self) {
        type.properties += context.injectedProperties(of: variable, &problems)
      } else if let initializer = member.as(InitializerDeclSyntax.self) {
        initializers.append(context.read(initializer, limit: type.access))
      }
    }
    type.initializer = initializers.first { $0.accepts(type.properties) }
    return ([type], problems)
  }

  /// Reads an extension: one type for each `instantiate`, as each may make another specialisation.
  func readExtension(into type: InstantiableType, attributes: [AttributeSyntax]) -> Result {
    var type = type
    var problems: [FileSummary.Problem] = []
    readMarker(into: &type, attributes: attributes, &problems)
    let functions = context.active(declaration.memberBlock.members)
      .compactMap { $0.as(FunctionDeclSyntax.self) }
      .filter { $0.name.text == "instantiate" && $0.modifiers.areStatic }
    if functions.isEmpty {
      problems.append(
        FileSummary.Problem(
          kind: .misuse,
          message: """
            nothing says how '\(type.name)' is made; add \
            'static func instantiate() -> \(type.type)' to the extension
            """,
          place: type.place
        )
      )
    }
    return (functions.map { read($0, into: type) }, problems)
  }

  private func read(
    _ function: FunctionDeclSyntax,
    into type: InstantiableType
  ) -> InstantiableType {
    var type = type
    if let result = function.signature.returnClause {
      let returned = TypeReference(result.type)
      if returned.name != "Self" { type.type = returned }
    }
    let initializer = context.read(function, limit: type.access)
    type.access = initializer.access
    type.initializer = initializer
    // An argument with a default may be left out, so it is not injected.
    type.properties = zip(
      initializer.parameters,
      function.signature.parameterClause.parameters
    ).compactMap { parameter, syntax in
      guard parameter.defaultValue == nil else { return nil }
      return InjectedProperty(
        label: parameter.label == "_" ? parameter.name : parameter.label,
        type: parameter.type,
        source: .received,
        instantiator: .init(typeName: parameter.type.name),
        place: context.place(of: syntax.firstName)
      )
    }
    return type
  }

  private func readMarker(
    into type: inout InstantiableType,
    attributes: [AttributeSyntax],
    _ problems: inout [FileSummary.Problem]
  ) {
    type.attributes = attributes.filter { $0.id != marker.id }.map(\.onOneLine)
    type.isolation =
      declaration.modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) }
      ? "nonisolated" : attributes.map(\.name).first { $0.hasSuffix("Actor") }
    type.isRoot = marker.argument("isRoot")?.literalBool ?? false
    type.conformsElsewhere = marker.argument("conformsElsewhere")?.literalBool ?? false
    guard let list = marker.argument("fulfillingAdditionalTypes") else { return }
    guard let array = list.as(ArrayExprSyntax.self) else {
      problems.append(
        FileSummary.Problem(
          kind: .misuse,
          message: """
            'fulfillingAdditionalTypes:' is not a list of types that can be read from here; write it \
            as in '[Service.self]'
            """,
          place: context.place(of: list)
        )
      )
      return
    }
    for element in array.elements {
      if let additional = element.expression.metatypeBase {
        type.additionalTypes.append(additional)
      } else {
        problems.append(
          FileSummary.Problem(
            kind: .misuse,
            message: """
              '\(element.expression.onOneLine)' is not a type that can be read from here; write it as \
              in 'Service.self'
              """,
            place: context.place(of: element)
          )
        )
      }
    }
  }
}

extension Initializer {
  /// Whether every property has an argument of its name, and everything else a default.
  fileprivate func accepts(_ properties: [InjectedProperty]) -> Bool {
    let labels = Set(properties.map(\.label))
    let required = parameters.filter { !labels.contains($0.label) && $0.defaultValue == nil }
    return required.isEmpty && labels.isSubset(of: parameters.map(\.label))
  }
}

extension DeclModifierListSyntax {
  var areStatic: Bool {
    contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
  }
}
