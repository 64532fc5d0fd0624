import SwiftSyntax

/// Reads the declaration of a type or extension marked `@Instantiable`, including its dependencies.
struct InstantiableReader {
  let context: SourceContext
  let declaration: any DeclGroupSyntax
  let marker: AttributeSyntax

  /// Returns the types that the declaration adds to the graph. A type declaration adds one type,
  /// and an extension adds one for each of its `instantiate` functions.
  func read(_ type: InstantiableType) -> [InstantiableType] {
    var type = type
    readMarker(into: &type)
    let members = context.active(declaration.memberBlock.members)
    if let node = declaration.as(ExtensionDeclSyntax.self) {
      for requirement in node.genericWhereClause?.requirements ?? [] {
        if let same = requirement.requirement.as(SameTypeRequirementSyntax.self),
          let left = same.leftType.as(TypeSyntax.self),
          let right = same.rightType.as(TypeSyntax.self)
        {
          type.sameTypes.append([TypeReference(left), TypeReference(right)])
        } else {
          type.hasOtherRequirements = true
        }
      }
      let functions = members.compactMap { $0.as(FunctionDeclSyntax.self) }
        .filter { $0.name.text == "instantiate" && $0.modifiers.areStatic }
      if functions.isEmpty {
        let function = "'static func instantiate() -> \(type.type)'"
        let message =
          "this extension does not specify how to create '\(type.name)'; add \(function)"
        context.report(message, at: node.extendedType)
      }
      return functions.map { self.type(type, of: $0) }
    }
    type.properties = members.compactMap { $0.as(VariableDeclSyntax.self) }
      .flatMap(context.injectedProperties)
    let declared = members.compactMap { $0.as(InitializerDeclSyntax.self) }
    let initializers = declared.map { context.read($0, limit: type.access) }
    // Prefer an initializer that generated code can call. Among several such initializers, choose
    // the one with the fewest parameters. The compiler also selects this one for the generated
    // call, because the call then uses the fewest default arguments.
    type.initializer =
      zip(declared, initializers)
      .filter { $1.accepts(type.properties) }
      .map { (isCallable: $0.isCallable && $1.access >= .internal, initializer: $1) }
      .min { left, right in
        (left.isCallable ? 0 : 1, left.initializer.parameters.count)
          < (right.isCallable ? 0 : 1, right.initializer.parameters.count)
      }?.initializer
    type.initializerLabels = initializers.map { initializer in
      initializer.parameters.map { "\($0.label):" }.joined()
    }
    return [type]
  }

  /// Arguments of `@Instantiable` that newer versions of the SafeDI library support but this
  /// package does not, each paired with advice on how to replace it.
  private static let foreignArguments: KeyValuePairs = [
    "generateMock":
      "remove it, and create the root in tests with 'Root.test { … }', which uses test doubles",
    "mockOnly":
      "remove the type, and override its property in tests, as in 'Root.test { $0.service = Fake() }'",
    "customMockName": "remove it, and create the root in tests with 'Root.test { … }'",
    "mockAttributes": "remove it; 'Root.test { … }' has the isolation of the types that it creates",
  ]

  private func type(_ type: InstantiableType, of function: FunctionDeclSyntax) -> InstantiableType {
    var type = type
    if let result = function.signature.returnClause {
      let returned = TypeReference(result.type)
      if returned != TypeReference("Self") { type.type = returned }
    }
    let signature = function.signature
    // Pass the extension's access level, because members of a `public extension` are public by
    // default.
    let initializer = context.read(function, signature, at: function.name, access: type.access)
    type.access = initializer.access
    type.initializer = initializer
    let parameters = zip(initializer.parameters, signature.parameterClause.parameters)
    // Skip parameters that can be omitted, because the graph does not pass arguments for them.
    type.properties = parameters.filter { !$0.0.canBeOmitted }.map { parameter, syntax in
      InjectedProperty(
        label: parameter.label == "_" ? parameter.name : parameter.label,
        type: parameter.type,
        source: .received,
        location: context.location(of: syntax.firstName)
      )
    }
    return type
  }

  private func readMarker(into type: inout InstantiableType) {
    for (label, remedy) in Self.foreignArguments {
      guard let argument = marker.argument(label) else { continue }
      context.report("the argument '\(label):' is not supported; \(remedy)", at: argument)
    }
    type.isRoot = marker.isSet("isRoot")
    guard let list = marker.argument("fulfillingAdditionalTypes") else { return }
    guard let array = list.as(ArrayExprSyntax.self) else {
      let message =
        "the value of 'fulfillingAdditionalTypes:' must be known at compile time; list the types, "
        + "as in '[Service.self]'"
      return context.report(message, at: list)
    }
    for element in array.elements {
      if let additional = element.expression.metatypeBase {
        type.additionalTypes.append(additional)
      } else {
        let message =
          "'\(element.expression.onOneLine)' is not a type expression; write a type such as "
          + "'Service.self'"
        context.report(message, at: element)
      }
    }
  }
}

extension Initializer {
  /// Returns `true` if this initializer has a parameter for each of the given properties, and all
  /// of its other parameters can be omitted.
  fileprivate func accepts(_ properties: [InjectedProperty]) -> Bool {
    let labels = Set(properties.map(\.label))
    let given = parameters.compactMap { $0.property(in: labels) }
    let required = parameters.filter { $0.property(in: labels) == nil && !$0.canBeOmitted }
    return required.isEmpty && labels.isSubset(of: given)
  }
}

extension InitializerDeclSyntax {
  /// Whether generated code can call this initializer. Generated code is synchronous, handles no
  /// errors, does not unwrap optionals, and specifies no generic arguments.
  fileprivate var isCallable: Bool {
    optionalMark == nil && genericParameterClause == nil && signature.effectSpecifiers == nil
  }
}

extension DeclModifierListSyntax {
  var areStatic: Bool {
    contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
  }
}
