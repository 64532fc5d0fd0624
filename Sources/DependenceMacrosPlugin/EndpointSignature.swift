import SwiftSyntax
import SwiftSyntaxBuilder

/// The closure type of an endpoint (a client's closure property), split into the parts that the
/// macro needs.
struct EndpointSignature {
  /// The way a call to an unimplemented closure ends after it has been reported as an issue.
  enum Outcome {
    case `throw`, `return`, trap
  }

  let function: FunctionTypeSyntax
  private(set) var isOptional = false
  private var attributes: [AttributeSyntax] = []
  private var isNonisolatedNonsending = false
  /// The client's members, used to look up type aliases.
  private let members: MemberBlockItemListSyntax

  /// Creates the signature of `type`, or returns `nil` if `type` is not evidently a closure type. A
  /// type alias is resolved only if it is declared in `members`.
  init?(_ type: TypeSyntax, in members: MemberBlockItemListSyntax) {
    var type = type
    var aliases: Set<String> = []
    while true {
      if let attributed = type.as(AttributedTypeSyntax.self) {
        let specifiers = Array(attributed.specifiers) + Array(attributed.lateSpecifiers)
        attributes += attributed.attributes.compactMap { $0.as(AttributeSyntax.self) }
        if specifiers.contains(where: { $0.is(NonisolatedTypeSpecifierSyntax.self) }) {
          isNonisolatedNonsending = true
        }
        type = attributed.baseType
      } else if let wrapped = type.wrappedType {
        isOptional = true
        type = wrapped
      } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
        let element = tuple.elements.first, element.firstName == nil
      {
        type = element.type
      } else if let name = members.memberName(of: type),
        // Resolve each alias only once, because an alias that refers to itself would cause an
        // infinite loop. The compiler reports such an alias as an error.
        aliases.insert(name).inserted,
        let aliased = members.firstAlias(named: name)
      {
        type = aliased
      } else {
        break
      }
    }
    guard let function = type.as(FunctionTypeSyntax.self) else { return nil }
    (self.function, self.members) = (function, members)
  }
}

extension MemberBlockItemListSyntax {
  /// Returns the member name that `type` may refer to, or `nil` if `type` cannot refer to a member.
  /// In a client named `Client`, the member `Name` can be written as `Name`, `Self.Name` or
  /// `Client.Name`.
  fileprivate func memberName(of type: TypeSyntax) -> String? {
    if let name = type.as(IdentifierTypeSyntax.self) {
      return name.genericArgumentClause == nil ? name.name.text : nil
    }
    guard let member = type.as(MemberTypeSyntax.self), member.genericArgumentClause == nil,
      let qualifier = member.baseType.as(IdentifierTypeSyntax.self)?.name.text,
      qualifier == "Self" || qualifier == parent?.parent?.as(StructDeclSyntax.self)?.name.text
    else { return nil }
    return member.name.text
  }

  fileprivate func firstAlias(named name: String) -> TypeSyntax? {
    lazy.compactMap { $0.decl.as(TypeAliasDeclSyntax.self) }
      .first { $0.name.text == name && $0.genericParameterClause == nil }?.initializer.value
  }
}

// MARK: - Effects and result

extension EndpointSignature {
  private var attributeNames: [String] { attributes.map(\.attributeName.trimmedDescription) }

  var globalActor: String? {
    attributeNames.first {
      $0.split(separator: ".").last?.first?.isUppercase == true && $0 != "Sendable"
    }
  }

  /// Whether the closure type is `Sendable`. A closure isolated to a global actor is implicitly
  /// `Sendable`.
  var isSendable: Bool { attributeNames.contains("Sendable") || globalActor != nil }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  private var throwsClause: ThrowsClauseSyntax? { function.effectSpecifiers?.throwsClause }

  /// The error type in `throws(…)`, or `nil` if there is none, or if it is `any Error` or `Never`,
  /// which need no special treatment.
  var thrownType: String? {
    throwsClause?.type.map(\.trimmedDescription).flatMap {
      ["any Error", "Error", "any Swift.Error", "Swift.Error", "Never"].contains($0) ? nil : $0
    }
  }

  var isThrowing: Bool { throwsClause.map { $0.type?.trimmedDescription != "Never" } ?? false }

  var outcome: Outcome {
    if isThrowing, thrownType.map({ $0.split(separator: ".").last == "DependencyError" }) ?? true {
      .throw
    } else if isVoid(function.returnClause.type) {
      .return
    } else {
      .trap
    }
  }
}

private func isVoid(_ type: TypeSyntax) -> Bool {
  ["Void", "()", "Swift.Void"].contains(type.trimmedDescription)
}

// MARK: - Methods of the same type

extension EndpointSignature {
  /// Returns `true` if a reference to `method` without a call can be converted to this closure
  /// type. Types are compared as source code, so different spellings of the same type count as
  /// different types.
  func hasType(of method: FunctionDeclSyntax) -> Bool {
    let parameters = method.signature.parameterClause.parameters
    let effects = method.signature.effectSpecifiers
    let result = method.signature.returnClause?.type ?? "Void"
    let ownResult = function.returnClause.type
    return !method.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
      && parameters.count == function.parameters.count
      && zip(parameters, function.parameters).allSatisfy {
        $0.type.trimmedDescription == $1.type.trimmedDescription && $0.ellipsis == nil
      }
      && (isAsync || effects?.asyncSpecifier == nil)
      && (isThrowing || effects?.throwsClause == nil)
      && (result.trimmedDescription == ownResult.trimmedDescription
        || isVoid(result) && isVoid(ownResult))
  }
}

// MARK: - Code

extension EndpointSignature {
  /// Returns the beginning of a closure expression with the given parameter names, such as
  /// `p0, p1 in`. The result includes the effects (`async` and `throws`) only for a closure with
  /// typed `throws`. For other closures, the compiler infers the effects.
  private func head(_ names: [String], _ effects: String) -> String {
    let list = names.joined(separator: ", ")
    if thrownType != nil { return "(\(list))\(effects) in " }
    return list.isEmpty ? "" : "\(list) in "
  }

  /// The beginning of a closure expression that ignores its parameters, such as `_, _ in`, or an
  /// empty string if the closure has no parameters.
  private var ignoredParameters: String {
    function.parameters.isEmpty ? "" : "\(ignored.joined(separator: ", ")) in "
  }

  private var ignored: [String] { function.parameters.map { _ in "_" } }

  /// The source code of a closure of this type, shown in messages. Its body is an ellipsis, as in
  /// `{ _, _ in … }`.
  var replacement: String { "{ \(ignoredParameters)… }" }

  /// The source code of a closure of this type with an editor placeholder as its body.
  var placeholder: ExprSyntax {
    "{ \(raw: ignoredParameters)<#\(raw: function.returnClause.type.trimmedDescription)#> }"
  }

  /// The source code of a closure of this type that reports each call as an issue and then throws,
  /// returns or traps. It uses the constant `endpoint`, which the surrounding generated code must
  /// declare.
  var unimplementedClosure: String {
    let head = head(ignored, " throws(\(thrownType ?? ""))")
    return switch outcome {
    case .throw: "{ \(head)throw endpoint.error() }"
    case .return: "{ \(head)endpoint.report() }"
    case .trap: "{ \(head)endpoint.trap() }"
    }
  }

  /// The source code of a closure that reports each call as an issue and then calls the original
  /// closure. It uses the constants `endpoint` and `implementation`, which the surrounding
  /// generated code must declare.
  var reportingClosure: String {
    let names = function.parameters.enumerated().map { "p\($0.offset)" }
    return "{ \(head(names, effects))endpoint.report(); return \(call("implementation")) }"
  }

  /// Returns source code that assigns a wrapping closure to `target`. The closure passes each call
  /// to `wrapper`, which can then call the original closure, `endpoint`. Both `wrapper` and
  /// `endpoint` are declared in the surrounding generated code.
  ///
  /// - Parameter name: A string literal with the endpoint's full name, such as `"Client.fetch"`.
  func interception(of name: String, assigningTo target: String) -> String {
    // Calling the generic function `wrap` compiles faster than a separate closure for each
    // endpoint. However, `wrap` does not support closures that are not `Sendable`, have a global
    // actor, use the caller's isolation or throw a typed error. Nor does it support some kinds of
    // parameters: Swift 6.3 crashes when it converts a closure with such a parameter to one with a
    // parameter pack.
    let generic = "\(target) = wrapper.wrap(\(name), endpoint)"
    let isGeneric =
      isSendable && thrownType == nil && globalActor == nil && !isNonisolatedNonsending
      && !function.parameters.contains {
        $0.mayBreakPack || EndpointSignature($0.type, in: members) != nil
      }
    let note = "wrapper.willWrap(\(name), isAsync: \(isAsync), isThrowing: \(isThrowing))"
    let closure = { (function: String) in
      "\(note)\n    \(target) = \(interceptingClosure(name, function))"
    }
    return byIsolation(
      nonsending: closure("callNonsending"),
      other: isGeneric ? generic : closure("call"),
      indentation: "    "
    )
  }

  /// Returns `nonsending` if the closure type uses the caller's isolation, and `other` if it does
  /// not. If this is unknown, returns code that contains both. `indentation` is the indentation of
  /// all lines of that code except the first.
  private func byIsolation(nonsending: String, other: String, indentation: String) -> String {
    if isNonisolatedNonsending { return nonsending }
    if !isAsync || globalActor != nil || attributeNames.contains("concurrent") { return other }
    // If an asynchronous closure type has no attribute for its isolation, the isolation depends on
    // whether the user's module enables `NonisolatedNonsendingByDefault`, so generate code for both
    // cases, separated by `#if`.
    return [
      "#if hasFeature(NonisolatedNonsendingByDefault)", nonsending, "#else", other, "#endif",
    ].joined(separator: "\n\(indentation)")
  }

  private func interceptingClosure(_ name: String, _ function: String) -> String {
    let names = self.function.parameters.enumerated().map { "p\($0.offset)" }
    // For a parameter that is a non-escaping closure, pass the placeholder `_closure`, because
    // interceptors, such as spies, cannot store the closure itself. The function `_argument` would
    // return the same placeholder. However, its overload for closures has a parameter pack, and
    // Swift 6.3 crashes or reports an error if the closure's own parameters are, for example,
    // `inout` or variadic.
    let arguments = zip(names, self.function.parameters).map { name, parameter in
      isNonescapingClosure(parameter.type)
        ? "DependenceClients._closure" : "DependenceClients._argument(\(name))"
    }.joined(separator: ", ")
    let head = thrownType == nil ? "" : "()\(effects) in "
    let call = "\(callEffects)wrapper.\(function)(\(name), [\(arguments)])"
    return "{ \(self.head(names, effects))\(call) { \(head)\(self.call("endpoint")) } }"
  }

  /// Returns `true` if the parameter type `type` is evidently a closure type.
  private func isClosure(_ type: TypeSyntax) -> Bool {
    type.as(AttributedTypeSyntax.self)?.attributes.contains("escaping") == true
      || EndpointSignature(type, in: members) != nil
  }

  /// Returns `true` if the parameter type `type` is a non-escaping closure type. Type aliases are
  /// resolved only if the client declares them.
  private func isNonescapingClosure(_ type: TypeSyntax) -> Bool {
    guard let signature = EndpointSignature(type, in: members) else { return false }
    return !signature.isOptional && !signature.attributeNames.contains("escaping")
  }

  /// Advice on how to change the closure type so that spies and recorders can wrap the endpoint, or
  /// `nil` if they already can.
  var remedyForWrapping: String? {
    let isPassedOn = function.parameters.allSatisfy {
      $0.isForwardable && !$0.isInout && !$0.isAutoclosure
    }
    return isPassedOn
      ? nil
      : "remove variadic parameters, autoclosures and specifiers such as 'inout' from its type"
  }

  private var effects: String {
    function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
  }

  private var callEffects: String { (isThrowing ? "try " : "") + (isAsync ? "await " : "") }

  private func call(_ closure: String) -> String {
    let arguments = function.parameters.enumerated().map { $1.argument("p\($0)") }
    return "\(callEffects)\(closure)(\(arguments.joined(separator: ", ")))"
  }

  /// Whether a method with this closure type's parameters can forward all of its arguments to the
  /// closure. Variadic arguments cannot be forwarded.
  var isForwardable: Bool { function.parameters.allSatisfy { $0.ellipsis == nil } }

  /// The first parameter type that is a pack expansion, such as `repeat each Value`, or `nil` if
  /// there is none.
  var packParameter: TypeSyntax? {
    function.parameters.lazy.map(\.type).first { $0.is(PackExpansionTypeSyntax.self) }
  }

  /// Returns the source code of methods that call the closure: one with argument labels and one
  /// without, or only the latter if the closure type contains no labels.
  ///
  /// - Parameters:
  ///   - declared: The full names of the methods that the user declared in the client. No method
  ///     with one of these names is generated.
  ///   - constant: An expression that creates the `_Endpoint` with which the methods report calls,
  ///     if the property is a constant. For a variable, `nil`, because its closure reports calls
  ///     itself.
  func methods(
    calling property: ClientProperty,
    except declared: Set<String>,
    access: String,
    constant: String?
  ) -> [String] {
    let name = property.name
    let call = call("endpoint")
    let flag = constant == nil ? "_hasSentinels" : "_isUnimplemented"
    let operation = (constant.map { "\($0).report(); return " } ?? "") + call
    // The library's `_call` functions call the closure and record the caller's source location.
    let report = { (function: String) in
      """
      return \(callEffects)DependenceClients.\(function)(\(name.text.literal), of: Self.self, fileID: fileID, filePath: filePath, line: line, column: column) { \(head([], effects))\(operation) }
      """
    }
    let statement = byIsolation(
      nonsending: report("_callNonsending"),
      other: report("_call"),
      indentation: "  "
    )
    let labels = function.parameters.map { $0.secondName?.text ?? "_" }
    // If only the last parameter is labeled and takes a closure, a call with a trailing closure,
    // such as `client.observe { … }`, contains no label. It then matches both methods, so mark the
    // labeled method as disfavored.
    let isAmbiguous =
      labels.dropLast() == ignored.dropLast()
      && function.parameters.last.map { isClosure($0.type) } == true
    return (labels == ignored ? [ignored] : [labels, ignored]).compactMap { labels in
      if declared.contains(name.fullName(withLabels: labels)) { return nil }
      let parameters = zip(labels, function.parameters).enumerated().map { index, parameter in
        // The compiler warns about a parameter name that repeats the label, as in `p0 p0: Int`.
        let names = parameter.0 == "p\(index)" ? parameter.0 : "\(parameter.0) p\(index)"
        return "\(names): \(parameter.1.type.trimmedDescription), "
      }
      let overload = isAmbiguous && labels != ignored ? "@_disfavoredOverload " : ""
      return """
        \(property.declaration.attributes.availability)\(overload)\(isolated(access))func \(name.text)<each _Nothing>(\(parameters.joined())_nothing: repeat each _Nothing, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column)\(effects) -> \(function.returnClause.type.trimmedDescription) {
          \(property.reading(as: "endpoint", from: "self"))
          guard self.\(flag) else { return \(call) }
          \(statement)
        }
        """
    }
  }

  /// Whether the macro generates methods that call this closure. The closure must not be optional,
  /// and a method must be able to forward all arguments and have the closure's isolation.
  var isCallable: Bool {
    let known: Set = ["Sendable", "escaping", "concurrent"]
    return !isOptional
      && attributes.allSatisfy { $0.arguments == nil }
      && attributeNames.allSatisfy { known.contains($0) || $0 == globalActor }
      && function.parameters.allSatisfy(\.isForwardable)
  }

  /// Returns a generated method's modifiers: the access modifier, and those that give the method
  /// the closure's isolation.
  private func isolated(_ access: String) -> String {
    if let globalActor { return "@\(globalActor) \(access)" }
    if isNonisolatedNonsending { return "\(access)nonisolated(nonsending) " }
    return "\(attributeNames.contains("concurrent") ? "@concurrent " : "")\(access)nonisolated "
  }
}

extension TupleTypeElementSyntax {
  private var attributed: AttributedTypeSyntax? { type.as(AttributedTypeSyntax.self) }

  private var specifiers: [String] { attributed?.specifiers.map(\.trimmedDescription) ?? [] }

  fileprivate var isInout: Bool { specifiers.contains("inout") }

  fileprivate var isAutoclosure: Bool { attributed?.attributes.contains("autoclosure") ?? false }

  /// Whether the compiler may crash when the library's generic function `wrap` is called for a
  /// closure with this parameter. It crashes if the parameter's type is or contains a closure type
  /// or `Void`.
  ///
  /// Every tuple and optional is treated as if it contained a closure, because a type name inside
  /// it may be an alias for a closure type. Outside tuples and optionals, such an alias does not
  /// crash the compiler. An alias for `Void` does, but is not recognized here.
  fileprivate var mayBreakPack: Bool {
    if let tuple = type.as(TupleTypeSyntax.self) {
      return tuple.elements.count != 1 || tuple.elements.contains(where: \.mayBreakPack)
    }
    return type.isOptional || attributed?.attributes.contains("escaping") == true
      || type.tokens(viewMode: .sourceAccurate).contains {
        $0.tokenKind == .arrow || $0.text == "Void"
      }
  }

  fileprivate var isForwardable: Bool {
    specifiers.allSatisfy { $0 == "inout" } && !isAutoclosure && ellipsis == nil
  }

  /// Returns an expression that forwards this parameter to another closure. `name` is the
  /// parameter's name in the generated code.
  fileprivate func argument(_ name: String) -> String {
    if isInout { return "&\(name)" }
    guard isAutoclosure else { return name }
    let effects = attributed?.baseType.as(FunctionTypeSyntax.self)?.effectSpecifiers
    return (effects?.throwsClause == nil ? "" : "try ")
      + (effects?.asyncSpecifier == nil ? "" : "await ") + "\(name)()"
  }
}

extension String {
  /// A string literal that contains this declaration name, with backticks omitted and quotation
  /// marks escaped. Nothing else needs to be escaped, because a raw identifier cannot contain
  /// backslashes or line breaks.
  var literal: String {
    "\"\(filter { $0 != "`" }.replacing("\"", with: "\\\""))\""
  }
}

extension TokenSyntax {
  /// Returns the full name of a method with this base name and the given labels, such as
  /// `fetch(id:)`. The result contains no backticks, because the same name can be written with or
  /// without them.
  func fullName(withLabels labels: [String]) -> String {
    "\(text)(\(labels.map { "\($0):" }.joined()))".filter { $0 != "`" }
  }
}
