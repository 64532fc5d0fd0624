import SwiftSyntax

/// The form of a migrated dependency's value. Readers get either the plain value, or an object or a
/// closure that they call to get the value.
enum Form: Hashable {
  case value
  /// A `Provider`, which creates a value each time a reader calls it. Used if the replaced library
  /// created a new instance for each read.
  case provider
  /// A `MainActorLazy`, used if the replaced library created the value on the main actor and kept
  /// it.
  case onMainActor
  case closure
  /// A `DependencyFactory`, used if the replaced library kept one instance for each argument.
  case factory(lifetime: String)

  /// Returns the code to write before the closure that creates the value, such as `Provider`. Plain
  /// values and closures need no such code, so the result is empty for them.
  func maker(in project: ProjectIndex) -> String {
    if case .factory(let lifetime) = self { return "DependencyFactory(lifetime: \(lifetime)) " }
    let provider = "\(project.qualified("Provider", from: "Dependence")) "
    return [.provider: provider, .onMainActor: "MainActorLazy "][self] ?? ""
  }

  var takesArguments: Bool { if case .factory = self { true } else { self == .closure } }
}

/// A factory that the project declares in a container of the library Factory, such as
/// `var service: Factory<Service> { self { Live() }.singleton }`.
struct FactoryDeclaration {
  /// A modifier that follows the factory's closure, such as `.shared` or `.onTest { Mock() }`.
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
  /// The closure that makes an instance, or `nil` for a factory declared with `promised()`, whose
  /// value is registered later.
  let closure: ClosureExprSyntax?
  /// The type of the instances that the factory makes.
  let made: String
  private let last: TypeSyntax
  private let taken: TypeSyntax?
  /// The modifiers in reverse order: the first element is the last modifier in the source code. If
  /// no modifier sets a scope (how long Factory keeps an instance), but the container has a default
  /// scope, the array ends with an additional modifier for the default scope.
  private(set) var modifiers: [Modifier] = []
  private let isOnMainActor: Bool

  static let scopes: Set = ["cached", "graph", "shared", "singleton", "unique"]

  /// Returns `true` if a modifier with this name changes a factory's lifetime, its decorator (a
  /// closure that Factory calls with each instance), or its values for contexts such as tests.
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
      let word = member.declName.baseName.text
      let scope = call?.arguments.first?.expression
      let name = word == "scope" ? Self.kind(of: scope, in: names) : word
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
      closure?.statements.isEmpty != true,
      // The migration removes capture lists, so reject a declaration if one of its closures
      // captures anything but `self`.
      ([closure] + modifiers.map(\.closure)).allSatisfy({
        $0?.signature?.capture?.isOfSelf != false
      }),
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
    if let set = names.defaultScopes[container], let first = set.first, scope == nil {
      let kinds = Set(set.map { Self.kind(of: $0.assigned, in: names) })
      let name = kinds.count == 1 ? kinds.first : nil
      modifiers.append(
        Modifier(
          name: name ?? "scope",
          closure: nil,
          argument: nil,
          text: first.trimmedDescription
        )
      )
    }
  }

  /// The element types of a tuple argument whose elements the factory's closure takes separately,
  /// as in `{ id, name in … }`, or `nil` for any other argument.
  private(set) var parts: [String]?

  /// Returns the name of the built-in Factory scope that a scope expression corresponds to, such as
  /// `cached` for a custom scope declared as `Cached()`. A scope determines how long Factory keeps
  /// an instance. Returns the string `scope` if the source code does not show the built-in scope.
  private static func kind(of scope: ExprSyntax?, in names: ProjectNames) -> String {
    let name = scope?.lastComponent ?? ""
    return scopes.contains(name) ? name : names.customScopes[name] ?? "scope"
  }

  /// The modifier that sets the scope, which determines how long Factory keeps an instance. If a
  /// factory has several such modifiers, the last one in the source code takes effect. It is the
  /// first one in `modifiers`, which is in reverse order.
  var scope: Modifier? {
    modifiers.first { $0.name == "scope" || Self.scopes.contains($0.name) }
  }

  var isKept: Bool { scope.map { $0.name != "unique" } == true }

  /// The name of the instances' type, without an optional suffix such as `?`.
  var type: String { last.nameForLookup }

  /// Whether the factory makes an optional value.
  var isOptional: Bool { last.is(OptionalTypeSyntax.self) || made.hasPrefix("Optional<") }

  /// Whether the factory makes closures of a type that is not `Sendable`, such as `() -> Date`.
  var makesUnsendableClosure: Bool { last.isUnsendableClosure }

  /// Whether the factory declares a value for tests with the modifier `.onTest`.
  var isForTests: Bool { modifiers.contains { $0.name == "onTest" } }

  /// Returns `true` if all instances that the factory makes are equal constant values, so that it
  /// makes no difference how long an instance is kept.
  func isConstant(in project: ProjectIndex) -> Bool {
    return makers(in: project).allSatisfy { project.isConstant($0, as: type) }
  }

  /// Returns the source code of the lifetime that the migrated dependency has to declare, or `nil`
  /// if it does not need one.
  ///
  /// The lifetime `.shared` requires class instances, so it is used only if the source code shows
  /// that every value is an instance of a class. The duration of `.timeToLive` is copied unchanged,
  /// so it must be a constant.
  func lifetime(in project: ProjectIndex) -> String? {
    guard isKept, let closure, !isConstant(in: project) else { return nil }
    if let time = modifiers.first(where: { $0.name == "timeToLive" })?.argument,
      project.isConstant(time)
    {
      return ".timeToLive(.seconds(\(time.trimmed)))"
    }
    // A factory with an argument becomes a `DependencyFactory`, whose declared lifetime also
    // applies to overrides. The lifetime `.shared` requires class instances, so the closures that
    // other code registers for such a factory must create class instances, too.
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

  /// Returns the closure passed to the factory's `.decorator` modifier, or `nil` if the migrated
  /// `@DependencyEntry` cannot call it.
  ///
  /// Factory calls the decorator with the instance at each read, but the migrated entry calls it
  /// only when an instance is created. The two are equivalent only if each read creates a new
  /// instance. In addition, the migration can insert the call only if the closure that creates the
  /// instance is a single expression.
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

  /// Returns all closures that make an instance: the factory's own closure, the closures for
  /// contexts such as `.onTest`, and the closures that other code registers.
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

  /// Returns the code that replaces `promised()`, which declares a factory whose value is
  /// registered later. The code reports an issue if the dependency is read before it is overridden.
  func missing(as form: Form, in project: ProjectIndex) -> String {
    let value = "unimplemented(\"\(name)\", placeholder: nil)"
    return form == .value
      ? value : "\(form.maker(in: project)){ \(taken == nil ? "" : "_ in ")\(value) }"
  }

  /// Returns an `as` clause with the type of the value that `closure` makes, such as the value for
  /// `.onTest`. Returns an empty string if the compiler can infer the type.
  ///
  /// - Parameter isLive: Whether `closure` is the factory's own closure rather than, for example,
  ///   the closure for `.onTest`. For the factory's own closure, the type has to state the
  ///   factory's isolation if the migrated dependency is also a closure.
  func annotation(
    of closure: ClosureExprSyntax,
    as form: Form,
    in project: ProjectIndex,
    isLive: Bool = false
  ) -> String {
    let needsParameters =
      form.takesArguments
      && closure.statements.tokens(viewMode: .sourceAccurate).contains { $0.text.hasPrefix("$") }
    let hasParameters = form.takesArguments && !closure.parameters.isEmpty
    let needsIsolation = isLive && form == .closure
    guard needsParameters || hasParameters || needsIsolation || closure.only?.needsContext == true
    else { return "" }
    let type = type(of: form, in: project)
    return " as \(form == .closure ? "(\(type))" : type)"
  }

  func type(of form: Form, in project: ProjectIndex) -> String {
    switch form {
    case .value: return made
    case .provider: return "\(project.qualified("Provider", from: "Dependence"))<\(made)>"
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
  /// Whether the compiler may need the code around the expression to infer its type, as for `.live`
  /// or `[]`. The value is `true` for all closures, because a closure may have parameters without
  /// types, or return an expression such as `.live`.
  fileprivate var needsContext: Bool {
    if self.is(ClosureExprSyntax.self) { return true }
    if let member = self.as(MemberAccessExprSyntax.self) {
      return member.base.map(\.needsContext) ?? true
    }
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.needsContext }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.needsContext }
    if let array = self.as(ArrayExprSyntax.self) {
      return array.elements.isEmpty || array.elements.contains(where: \.expression.needsContext)
    }
    if let dictionary = self.as(DictionaryExprSyntax.self) {
      guard case .elements(let elements) = dictionary.content else { return true }
      return elements.contains { $0.key.needsContext || $0.value.needsContext }
    }
    if let sequence = self.as(SequenceExprSyntax.self) {
      return sequence.elements.contains(where: \.needsContext)
    }
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.needsContext }
    return self.is(NilLiteralExprSyntax.self)
  }
}

extension TypeSyntax {
  /// Whether the type is a function type, or an optional function type, with neither `@Sendable` nor
  /// a global actor. A global actor also makes a closure `Sendable`.
  fileprivate var isUnsendableClosure: Bool {
    if self.is(FunctionTypeSyntax.self) { return true }
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.isUnsendableClosure
    }
    if let attributed = self.as(AttributedTypeSyntax.self) {
      let isSendable = attributed.attributes.contains {
        let name = $0.as(AttributeSyntax.self)?.attributeName.lastComponent ?? ""
        return name == "Sendable" || name.hasSuffix("Actor")
      }
      return !isSendable && attributed.baseType.isUnsendableClosure
    }
    let elements = self.as(TupleTypeSyntax.self)?.elements
    return elements?.count == 1 && elements?.first?.type.isUnsendableClosure == true
  }

  /// The type's name without the module, and the type's generic arguments.
  fileprivate var nameAndArguments: (String, GenericArgumentClauseSyntax?)? {
    if let type = self.as(IdentifierTypeSyntax.self) {
      return (type.name.text, type.genericArgumentClause)
    }
    return self.as(MemberTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
  }
}

extension FunctionCallExprSyntax {
  var onlyClosure: ClosureExprSyntax? {
    trailingClosure ?? arguments.first?.expression.as(ClosureExprSyntax.self)
  }
}

extension ClosureCaptureClauseSyntax {
  /// Whether the capture list contains nothing but a strong or unowned `self`, so that the
  /// migration can remove it.
  var isOfSelf: Bool {
    items.allSatisfy {
      $0.name.text == "self" && $0.specifier?.specifier.text != "weak" && $0.initializer == nil
    }
  }
}
