import SwiftSyntax

/// The closure type of an endpoint, taken apart.
struct EndpointSignature {
  /// What a call that nobody implements can do.
  enum Outcome {
    case `throw`
    case `return`
    case trap
  }

  let function: FunctionTypeSyntax
  private let attributes: [AttributeSyntax]
  private let isNonisolatedNonsending: Bool
  let isOptional: Bool

  /// - Parameter members: Where the type aliases are declared that `type` may use.
  /// - Returns: Nil, if `type` is not a closure type for all that its spelling shows.
  init?(_ type: TypeSyntax, in members: MemberBlockItemListSyntax) {
    var type = type
    var attributes: [AttributeSyntax] = []
    var isOptional = false
    var isNonsending = false
    var aliases: Set<String> = []
    while true {
      if let attributed = type.as(AttributedTypeSyntax.self) {
        let specifiers = Array(attributed.specifiers) + Array(attributed.lateSpecifiers)
        attributes += attributed.attributes.compactMap { $0.as(AttributeSyntax.self) }
        isNonsending =
          isNonsending || specifiers.contains { $0.is(NonisolatedTypeSpecifierSyntax.self) }
        type = attributed.baseType
      } else if let optional = type.as(OptionalTypeSyntax.self) {
        isOptional = true
        type = optional.wrappedType
      } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
        let element = tuple.elements.first, element.firstName == nil
      {
        type = element.type
      } else if let name = type.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil,
        // An alias of itself is the compiler's to complain about.
        aliases.insert(name.name.text).inserted,
        let aliased = members.firstAlias(named: name.name.text)
      {
        type = aliased
      } else {
        break
      }
    }
    guard let function = type.as(FunctionTypeSyntax.self) else { return nil }
    self.function = function
    self.attributes = attributes
    self.isOptional = isOptional
    isNonisolatedNonsending = isNonsending
  }
}

extension MemberBlockItemListSyntax {
  fileprivate func firstAlias(named name: String) -> TypeSyntax? {
    for member in self {
      if let alias = member.decl.as(TypeAliasDeclSyntax.self), alias.name.text == name,
        alias.genericParameterClause == nil
      {
        return alias.initializer.value
      }
    }
    return nil
  }
}

// MARK: - Effects and result

extension EndpointSignature {
  private var attributeNames: [String] { attributes.map(\.attributeName.trimmedDescription) }

  /// The global actor that the closure is isolated to.
  var globalActor: String? {
    attributeNames.first {
      $0.split(separator: ".").last?.first?.isUppercase == true && $0 != "Sendable"
    }
  }

  /// Whether the closure may cross isolation; one that is isolated to an actor may without a word.
  var isSendable: Bool { attributeNames.contains("Sendable") || globalActor != nil }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  private var throwsClause: ThrowsClauseSyntax? { function.effectSpecifiers?.throwsClause }

  /// The error type of `throws(…)`, unless that means `throws` or nothing.
  var thrownType: String? {
    let type = throwsClause?.type?.trimmedDescription
    return type.flatMap {
      ["any Error", "Error", "any Swift.Error", "Never"].contains($0) ? nil : $0
    }
  }

  var isThrowing: Bool {
    throwsClause.map { $0.type?.trimmedDescription != "Never" } ?? false
  }

  var isVoid: Bool {
    ["Void", "()", "Swift.Void"].contains(function.returnClause.type.trimmedDescription)
  }

  var outcome: Outcome {
    if isThrowing, thrownType.map({ $0.split(separator: ".").last == "DependencyError" }) ?? true {
      .throw
    } else if isVoid {
      .return
    } else {
      .trap
    }
  }

}

// MARK: - Code

extension EndpointSignature {
  private var parameterCount: Int { function.parameters.count }

  /// `_, _ in `, or nothing.
  private var ignoredParameters: String {
    parameterCount == 0
      ? "" : Array(repeating: "_", count: parameterCount).joined(separator: ", ") + " in "
  }

  /// A closure of this shape that does what its user will write.
  var replacement: String { "{ \(ignoredParameters)… }" }

  /// A closure of this shape that reports through a constant `endpoint`.
  var sentinel: String {
    let head =
      if let thrownType, parameterCount == 0 {
        "() throws(\(thrownType)) in "
      } else if let thrownType {
        "(\(ignoredParameters.dropLast(4))) throws(\(thrownType)) in "
      } else {
        ignoredParameters
      }
    return switch outcome {
    case .throw: "{ \(head)throw endpoint.error() }"
    case .return: "{ \(head)endpoint.report() }"
    case .trap: "{ \(head)endpoint.trap() }"
    }
  }

  /// Methods that call the closure: with the labels that its type names, and without labels.
  ///
  /// None where a method could not hand its parameters on, or would need another isolation than the
  /// closure has.
  func methods(
    calling name: TokenSyntax,
    type: TypeSyntax,
    prefix: (attributes: String, access: String)
  ) -> [String] {
    guard isCallable else { return [] }
    let labels = function.parameters.map {
      $0.secondName.map { $0.text == "_" ? "_" : $0.text } ?? "_"
    }
    let hasLabels = labels.contains { $0 != "_" }
    let none = labels.map { _ in "_" }
    return (hasLabels ? [labels, none] : [none]).map {
      method(calling: name, type: type, labels: $0, prefix: prefix)
    }
  }

  /// Whether the closure gets a method without labels, beside which the property must step back.
  var isCallable: Bool {
    let known: Set = ["Sendable", "escaping", "concurrent"]
    return !isOptional
      && attributes.allSatisfy { $0.arguments == nil }
      && attributeNames.allSatisfy { known.contains($0) || $0 == globalActor }
      && function.parameters.allSatisfy(\.isForwardable)
  }

  private func method(
    calling name: TokenSyntax,
    type: TypeSyntax,
    labels: [String],
    prefix: (attributes: String, access: String)
  ) -> String {
    let parameters = zip(labels, function.parameters).enumerated().map { index, parameter in
      "\(parameter.0) p\(index): \(parameter.1.type.trimmedDescription), "
    }
    let arguments = function.parameters.enumerated().map { index, parameter in
      parameter.isInout ? "&p\(index)" : "p\(index)"
    }
    let call =
      (isThrowing ? "try " : "") + (isAsync ? "await " : "")
      + "endpoint(\(arguments.joined(separator: ", ")))"
    let effects = function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    // A closure does not infer the type of its error.
    let head = thrownType == nil ? "" : "()\(effects) in "
    let hop = (isThrowing ? "try " : "") + (isAsync ? "await " : "")
    return """
      \(prefix.attributes)\(isolation.attribute)\(prefix.access)\(isolation.modifier)func \(name.text)<each Nothing>(\(parameters.joined())_nothing: repeat each Nothing, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column)\(effects) -> \(function.returnClause.type.trimmedDescription) {
        let endpoint: \(type.trimmedDescription) = self.\(name.text)
        guard self._hasSentinels else { return \(call) }
        return \(hop)Dependence._call(\(name.literal), of: Self.self, fileID: fileID, filePath: filePath, line: line, column: column) { \(head)\(call) }
      }
      """
  }

  /// The attributes and the modifier that give a method the isolation of the closure.
  private var isolation: (attribute: String, modifier: String) {
    if let globalActor {
      ("@\(globalActor) ", "")
    } else if isNonisolatedNonsending {
      ("", "nonisolated(nonsending) ")
    } else {
      (attributeNames.contains("concurrent") ? "@concurrent " : "", "nonisolated ")
    }
  }
}

extension TupleTypeElementSyntax {
  fileprivate var specifiers: [String] {
    type.as(AttributedTypeSyntax.self)?.specifiers.map(\.trimmedDescription) ?? []
  }

  fileprivate var isInout: Bool { specifiers.contains("inout") }

  /// Whether a method can take this parameter and hand it on.
  fileprivate var isForwardable: Bool {
    let attributes = type.as(AttributedTypeSyntax.self)?.attributes.map(\.trimmedDescription) ?? []
    return specifiers.allSatisfy { $0 == "inout" } && !attributes.contains("@autoclosure")
      && ellipsis == nil
  }
}

extension TokenSyntax {
  /// The name without backticks, as a string literal.
  var literal: String { "\"\(text.filter { $0 != "`" })\"" }
}
