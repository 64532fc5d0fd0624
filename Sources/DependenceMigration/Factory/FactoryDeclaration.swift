import SwiftSyntax

/// The form of the dependency that a factory or registration becomes.
enum Form {
  case value
  /// A `Provider`, because every reader had an instance of its own.
  case provider
  /// A `MainActorLazy`.
  case onMainActor
  case closure

  /// The name before the braces of a closure that makes it.
  var maker: String { [.provider: "Provider ", .onMainActor: "MainActorLazy "][self] ?? "" }
}

/// `var service: Factory<Service> { self { Live() }.singleton }`, as far as the project shows it.
struct FactoryDeclaration {
  let name: String
  let annotation: TypeSyntax
  let block: AccessorBlockSyntax
  /// Nil for `promised()`, which somebody else registers.
  let closure: ClosureExprSyntax?
  /// The type of an instance, and that of the argument, if there is one.
  let made: String
  private let taken: TypeSyntax?
  /// The first one is the last that is written.
  private(set) var modifiers: [(name: String, closure: ClosureExprSyntax?)] = []
  private let isOnMainActor: Bool

  static let scopes: Set = ["cached", "graph", "shared", "singleton", "unique"]

  init?(_ variable: VariableDeclSyntax) {
    guard let binding = variable.bindings.first,
      let type = binding.typeAnnotation?.type.as(IdentifierTypeSyntax.self),
      let arguments = type.genericArgumentClause?.arguments, let last = arguments.last,
      type.name.text == ["Factory", "ParameterFactory"].dropFirst(arguments.count - 1).first,
      let block = binding.accessorBlock, case .getter(let getter) = block.accessors,
      var expression = getter.first?.expression
    else { return nil }
    while true {
      let call = expression.as(FunctionCallExprSyntax.self)
      guard let member = (call?.calledExpression ?? expression).as(MemberAccessExprSyntax.self),
        let base = member.base
      else { break }
      // `.scope(.cached)` is `.cached`.
      let scope = call?.arguments.first?.expression.lastComponent
      let word = member.declName.baseName.text
      let name = word == "scope" && Self.scopes.contains(scope ?? "") ? scope ?? word : word
      modifiers.append((name, call?.trailingClosure))
      expression = base
    }
    let make = expression.as(FunctionCallExprSyntax.self)
    closure = make?.trailingClosure
    guard let maker = make?.calledExpression.trimmedDescription,
      (closure == nil ? ["promised"] : ["self", ".init", type.name.text]).contains(maker),
      closure?.statements.isEmpty != true, closure?.signature?.capture?.isOfSelf != false,
      arguments.count == 2 || closure?.signature?.parameterClause == nil
    else { return nil }
    name = binding.pattern.trimmedDescription
    annotation = TypeSyntax(type)
    made = last.trimmedDescription
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

  /// The parts of the tuple that the factory takes, if its closure takes them apart, which only a closure of several
  /// parameters does.
  private(set) var parts: [String]?

  var isKept: Bool {
    modifiers.contains {
      $0.name == "scope" || $0.name != "unique" && Self.scopes.contains($0.name)
    }
  }

  func form(in project: ProjectIndex) -> Form {
    if taken != nil { return .closure }
    if isOnMainActor(in: project) { return isKept ? .onMainActor : .closure }
    return isKept || makers(in: project).allSatisfy(project.isValue) ? .value : .provider
  }

  /// The closures that make the instances: where the own one has none, those that others register.
  private func makers(in project: ProjectIndex) -> [ClosureExprSyntax] {
    guard let closure, closure.only?.is(NilLiteralExprSyntax.self) != true
    else { return project.overrides[name, default: []] }
    return [closure]
  }

  private func isOnMainActor(in project: ProjectIndex) -> Bool {
    let signatures = makers(in: project).compactMap(\.signature)
    return isOnMainActor || signatures.contains { $0.attributes.contains(named: "MainActor") }
  }

  /// The value until somebody registers one, which `promised()` stands for.
  func missing(as form: Form) -> String {
    let value = "unimplemented(\"\(name)\", placeholder: nil)"
    return form == .value ? value : "\(form.maker){ \(taken == nil ? "" : "_ in ")\(value) }"
  }

  func type(of form: Form, in project: ProjectIndex) -> String {
    switch form {
    case .value: return made
    case .provider: return "Provider<\(made)>"
    case .onMainActor: return "MainActorLazy<\(made)>"
    case .closure:
      let escaping = taken.flatMap(ProjectIndex.shape) == nil ? "" : "@escaping "
      let taken =
        parts?.joined(separator: ", ") ?? taken.map { escaping + $0.trimmedDescription } ?? ""
      return "\(isOnMainActor(in: project) ? "@MainActor " : "")@Sendable (\(taken)) -> \(made)"
    }
  }
}

extension ClosureCaptureClauseSyntax {
  /// True if a closure captures nothing but `self`, which goes.
  fileprivate var isOfSelf: Bool {
    items.allSatisfy {
      $0.name.text == "self" && $0.specifier?.specifier.text != "weak" && $0.initializer == nil
    }
  }
}
