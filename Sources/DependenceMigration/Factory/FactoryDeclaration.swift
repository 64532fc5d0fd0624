import SwiftSyntax

/// The kind of value that the migrated dependency has.
enum Form: Hashable {
  case value
  /// A `Provider`. The old library made a new instance for each reader.
  case provider
  /// A `MainActorLazy`. The old library made the value on the main actor and kept it.
  case onMainActor
  case closure
  /// A `DependencyFactory`. The old library kept one instance for each argument.
  case factory(lifetime: String)

  /// The type to name before the closure that makes the value; empty for values and closures.
  var maker: String {
    if case .factory(let lifetime) = self { return "DependencyFactory(lifetime: \(lifetime)) " }
    return [.provider: "Provider ", .onMainActor: "MainActorLazy "][self] ?? ""
  }

  var takesArguments: Bool { if case .factory = self { true } else { self == .closure } }
}

/// A declaration such as `var service: Factory<Service> { self { Live() }.singleton }`.
struct FactoryDeclaration {
  /// A member after the closure of a factory, such as `.shared` or `.onTest { Mock() }`.
  struct Modifier {
    let name: String
    let closure: ClosureExprSyntax?
    let argument: ExprSyntax?
    let text: String
  }

  let name: String
  /// The name of the container type that declares the factory.
  let container: String
  var module = ""
  let annotation: TypeSyntax
  let block: AccessorBlockSyntax
  /// The closure that makes an instance, or `nil` for `promised()`, which has none.
  let closure: ClosureExprSyntax?
  /// The type of the instances that the factory makes.
  let made: String
  private let last: TypeSyntax
  private let taken: TypeSyntax?
  /// The modifiers in reverse order: the first element is the last modifier in the source.
  private(set) var modifiers: [Modifier] = []
  private let isOnMainActor: Bool

  static let scopes: Set = ["cached", "graph", "shared", "singleton", "unique"]

  /// Returns `true` if a member of a factory changes its lifetime, contexts or decorator.
  static func isModifier(_ name: String) -> Bool {
    scopes.contains(name) || ["context", "decorator", "scope", "timeToLive"].contains(name)
      || name.hasPrefix("on") && name != "once"
  }

  init?(_ variable: VariableDeclSyntax, in names: ProjectNames) {
    guard let binding = variable.bindings.first, let type = binding.typeAnnotation?.type,
      let (written, clause) = type.nameAndArguments,
      let arguments = clause?.arguments, let last = arguments.last,
      names.original(written)
        == ["Factory", "ParameterFactory"].dropFirst(arguments.count - 1)
        .first,
      let block = binding.accessorBlock, case .getter(let getter) = block.accessors,
      var expression = getter.first?.expression
    else { return nil }
    while true {
      let call = expression.as(FunctionCallExprSyntax.self)
      guard let member = (call?.calledExpression ?? expression).as(MemberAccessExprSyntax.self),
        let base = member.base
      else { break }
      // A custom scope that is declared as `Cached()` means the same as `.cached`.
      let scope = call?.arguments.first?.expression.lastComponent ?? ""
      let word = member.declName.baseName.text
      let kind = Self.scopes.contains(scope) ? scope : names.customScopes[scope]
      let name = word == "scope" ? kind ?? word : word
      let whole = (call.map(Syntax.init) ?? Syntax(member)).trimmedDescription
      let text = String(whole.dropFirst(base.trimmedDescription.count))
      modifiers.append(
        Modifier(
          name: name,
          closure: call?.onlyClosure,
          argument: call?.arguments.first?.expression,
          text: String(text.drop(while: \.isWhitespace))
        )
      )
      expression = base
    }
    let make = expression.as(FunctionCallExprSyntax.self)
    closure = make?.trailingClosure
    guard let maker = make?.calledExpression.trimmedDescription,
      (closure == nil ? ["promised"] : ["self", ".init", written]).contains(maker),
      closure?.statements.isEmpty != true, closure?.signature?.capture?.isOfSelf != false,
      arguments.count == 2 || closure?.signature?.parameterClause == nil
    else { return nil }
    name = binding.pattern.trimmedDescription
    container = variable.enclosingTypeName.map(names.original) ?? ""
    annotation = type
    made = last.trimmedDescription
    self.last = last.argument.as(TypeSyntax.self) ?? type
    taken = arguments.count == 2 ? arguments.first?.argument.as(TypeSyntax.self) : nil
    let takesSeveral =
      closure?.signature?.parameterClause == nil
      ? closure?.statements.tokens(viewMode: .sourceAccurate).contains { $0.text == "$1" } == true
      : closure.map { $0.parameters.count > 1 } == true
    if let tuple = taken?.as(TupleTypeSyntax.self), takesSeveral {
      parts = tuple.elements.map(\.type.trimmedDescription)
    }
    self.block = block
    let extended = variable.ancestor(ExtensionDeclSyntax.self)
    isOnMainActor = [variable.attributes, extended?.attributes]
      .contains { $0?.contains(named: "MainActor") == true }
  }

  /// The elements of the factory's tuple argument, if its closure has a parameter for each.
  private(set) var parts: [String]?

  var isKept: Bool {
    modifiers.contains {
      $0.name == "scope" || $0.name != "unique" && Self.scopes.contains($0.name)
    }
  }

  /// Returns `true` if all instances are equal, so that their lifetime makes no difference.
  func isConstant(in project: ProjectIndex) -> Bool {
    let type = last.withoutOptional.lastComponent
    return makers(in: project).allSatisfy { project.isConstant($0, as: type) }
  }

  /// Returns the lifetime that the migrated dependency declares, or `nil` if it declares none.
  ///
  /// The lifetime `.shared` requires instances of a class, so the project must show that each value
  /// is one. The duration of `.timeToLive` is copied unchanged, so it must be a constant.
  func lifetime(in project: ProjectIndex) -> String? {
    guard isKept, let closure, !isConstant(in: project) else { return nil }
    if let time = modifiers.first(where: { $0.name == "timeToLive" })?.argument,
      project.isConstant(time)
    {
      return ".timeToLive(.seconds(\(time.trimmed)))"
    }
    // If a declaration has several scopes, the last one takes effect.
    let scope = modifiers.first { $0.name == "scope" || Self.scopes.contains($0.name) }
    let type = last.withoutOptional.lastComponent
    // An override of a `DependencyFactory` keeps the lifetime, so its instances count as well.
    let made = taken == nil ? [closure] + contexts : makers(in: project)
    return scope?.name == "shared"
      && made.allSatisfy { project.isInstanceOfClass($0, as: type) }
      ? ".shared" : nil
  }

  func form(in project: ProjectIndex) -> Form {
    if taken != nil {
      let isForEach = isKept && modifiers.contains { $0.name == "scopeOnParameters" }
      guard isForEach, !isOnMainActor(in: project) else { return .closure }
      return .factory(lifetime: lifetime(in: project) ?? ".singleton")
    }
    if isOnMainActor(in: project) { return isKept ? .onMainActor : .closure }
    if isKept { return .value }
    return isConstant(in: project) && decoration(in: project) == nil ? .value : .provider
  }

  /// Returns the closure of `.decorator` if an entry can call it for each instance, or `nil`.
  ///
  /// Factory calls the decorator at each read. An entry can do the same only if each read makes a
  /// new instance in a closure of one expression.
  func decoration(in project: ProjectIndex) -> ClosureExprSyntax? {
    let closures = modifiers.filter { $0.name == "decorator" }.map(\.closure)
    guard closures.count == 1, let closure = closures[0],
      closure.signature?.attributes.isEmpty ?? true,
      !isKept, !isOnMainActor(in: project), project.overrides[name] == nil,
      makers(in: project).allSatisfy({ $0.only != nil && $0.signature == nil }),
      closure.parameters.count < 2, closure.signature?.capture == nil,
      closure.statements.nodes(ReturnStmtSyntax.self).isEmpty,
      !closure.statements.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "$1" })
    else { return nil }
    return closure
  }

  /// The closures of the declaration, of its contexts and of all registrations.
  private func makers(in project: ProjectIndex) -> [ClosureExprSyntax] {
    [closure].compactMap(\.self) + contexts
      + project.overrides[name, default: []]
  }

  private var contexts: [ClosureExprSyntax] {
    modifiers.filter { $0.name.hasPrefix("on") && $0.name != "once" }.compactMap(\.closure)
  }

  private func isOnMainActor(in project: ProjectIndex) -> Bool {
    let signatures = makers(in: project).compactMap(\.signature)
    return isOnMainActor || signatures.contains { $0.attributes.contains(named: "MainActor") }
  }

  /// Returns the value that replaces `promised()`, which reports an issue when it is read.
  func missing(as form: Form) -> String {
    let value = "unimplemented(\"\(name)\", placeholder: nil)"
    return form == .value ? value : "\(form.maker){ \(taken == nil ? "" : "_ in ")\(value) }"
  }

  /// Returns the `as` clause after the value of a context, or an empty string if it needs none.
  func annotation(of closure: ClosureExprSyntax, as form: Form, in project: ProjectIndex) -> String
  {
    let needsParameters =
      form.takesArguments
      && closure.statements.tokens(viewMode: .sourceAccurate).contains { $0.text.hasPrefix("$") }
    let hasParameters = form.takesArguments && !closure.parameters.isEmpty
    guard needsParameters || hasParameters || closure.only?.needsContext == true else { return "" }
    let type = type(of: form, in: project)
    return " as \(form == .closure ? "(\(type))" : type)"
  }

  func type(of form: Form, in project: ProjectIndex) -> String {
    switch form {
    case .value: return made
    case .provider: return "Provider<\(made)>"
    case .onMainActor: return "MainActorLazy<\(made)>"
    case .factory:
      let arguments = parts?.joined(separator: ", ") ?? taken?.trimmedDescription ?? ""
      return "DependencyFactory<\(arguments), \(made)>"
    case .closure:
      let escaping = taken.flatMap(ProjectIndex.shape) == nil ? "" : "@escaping "
      let taken =
        parts?.joined(separator: ", ") ?? taken.map { escaping + $0.trimmedDescription } ?? ""
      return "\(isOnMainActor(in: project) ? "@MainActor " : "")@Sendable (\(taken)) -> \(made)"
    }
  }
}

extension ExprSyntax {
  /// Whether the compiler can infer the type of the expression only from its context.
  fileprivate var needsContext: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) {
      return member.base.map(\.needsContext) ?? true
    }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.needsContext }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.needsContext }
    if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    if let dictionary = self.as(DictionaryExprSyntax.self) {
      if case .colon = dictionary.content { return true }
      return false
    }
    return self.is(NilLiteralExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  var onlyClosure: ClosureExprSyntax? {
    trailingClosure ?? arguments.first?.expression.as(ClosureExprSyntax.self)
  }
}

extension TypeSyntax {
  /// The name of the type without its module, and its generic arguments.
  fileprivate var nameAndArguments: (String, GenericArgumentClauseSyntax?)? {
    if let type = self.as(IdentifierTypeSyntax.self) {
      return (type.name.text, type.genericArgumentClause)
    }
    return self.as(MemberTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
  }
}

extension ClosureCaptureClauseSyntax {
  /// Whether the clause captures only `self`, so that the migration can remove the clause.
  fileprivate var isOfSelf: Bool {
    items.allSatisfy {
      $0.name.text == "self" && $0.specifier?.specifier.text != "weak" && $0.initializer == nil
    }
  }
}
