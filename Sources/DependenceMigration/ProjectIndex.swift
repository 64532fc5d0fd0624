import SwiftSyntax

/// The facts of all files that rules ask for.
final class ProjectIndex: SyntaxAnyVisitor {
  /// The type of a stored closure, as far as a stand-in for it hangs on that.
  struct ClosureShape: Hashable {
    var arity: Int
    var throwsErrors: Bool
    var isVoid: Bool
  }

  /// The shapes of all stored closures of one name.
  private(set) var closures: [String: Set<ClosureShape>] = [:]
  /// Types that `@DependencyClient` completes.
  private(set) var clients: Set<String> = []
  /// Types with a static member `unimplemented` of their own.
  private(set) var hasUnimplemented: Set<String> = []
  /// The classes of which each class is a subclass, by what is written.
  private(set) var inherited: [String: Set<String>] = [:]
  /// Modules that some file exports on.
  private(set) var reexports: Set<String> = []
  /// The names of the project's own types, functions and variables, wherever they are declared.
  private(set) var declares: Set<String> = []
  /// The names of its structs.
  private(set) var structs: Set<String> = []
  /// Properties of containers of Factory.
  private(set) var factories: [String: FactoryDeclaration] = [:]
  /// The closures that are registered for each of them.
  private(set) var overrides: [String: [ClosureExprSyntax]] = [:]
  /// Functions of these containers that hand nothing back.
  private(set) var setUps: Set<String> = []
  /// Variables and parameters that hold such a container, or a container or an assembler of Swinject.
  private(set) var containers: Set<String> = []
  /// Registrations in containers of Swinject.
  private(set) var registrations: [Registration.Key: [Registration]] = [:]
  /// Functions that register in a container that they are handed.
  private(set) var assemblers: Set<String> = []
  /// Functions that make a container and return it, with the type that they belong to.
  private(set) var makers: Set<String> = []
  /// Members that some file hands on, or reads in another way than to fill or ask a container.
  private(set) lazy var handed = Set(
    trees.flatMap { $0.nodes(MemberAccessExprSyntax.self) }.filter { $0.base != nil }
      .map(\.declName).filter(isHanded).map(\.baseName.text)
  )
  private let trees: [SourceFileSyntax]

  /// Names of which one row speaks for all files.
  private var noted: Set<String> = []

  init(_ sources: [MigrationSource]) {
    trees = sources.map(\.tree)
    super.init(viewMode: .sourceAccurate)
    for source in sources { walk(source.tree) }
  }

  /// A name of 'DependenceModules', as a project that has its own type of that name writes it.
  func qualified(_ name: String) -> String {
    declares.contains(name) ? "DependenceModules.\(name)" : name
  }

  /// True for the first place that asks about a name.
  func isFirst(_ name: String) -> Bool { noted.insert(name).inserted }

  /// True if a class is a test case, as far as its ancestors are known.
  func isTestCase(_ name: String, depth: Int = 0) -> Bool {
    depth < 8
      && inherited[name, default: []].contains {
        $0.hasSuffix("TestCase") || isTestCase($0, depth: depth + 1)
      }
  }

  /// True if an expression has one value, whoever reads it: whoever reads a struct has a copy of his own.
  func isValue(_ closure: ClosureExprSyntax) -> Bool {
    guard let made = closure.only else { return false }
    guard let call = made.as(FunctionCallExprSyntax.self)
    else { return !made.trimmedDescription.contains("(") }
    return structs.contains(call.calledExpression.trimmedDescription) || call.isFatal
  }

  static func shape(of type: TypeSyntax) -> ClosureShape? {
    if let function = type.as(FunctionTypeSyntax.self) {
      let result = function.returnClause.type.trimmedDescription
      return ClosureShape(
        arity: function.parameters.count,
        throwsErrors: function.effectSpecifiers?.throwsClause != nil,
        isVoid: ["Void", "()", "Swift.Void"].contains(result)
      )
    }
    let tuple = type.as(TupleTypeSyntax.self)?.elements
    let inner =
      type.as(AttributedTypeSyntax.self)?.baseType
      ?? type.as(OptionalTypeSyntax.self)?.wrappedType
      ?? (tuple?.count == 1 ? tuple?.first?.type : nil)
    return inner.flatMap(shape)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.as(SyntaxEnum.self) {
    case .actorDecl(let node): declares.insert(node.name.text)
    case .enumDecl(let node): declares.insert(node.name.text)
    case .functionDecl(let node):
      declares.insert(node.name.text)
      if node.isAssembler { assemblers.insert(node.name.text) }
      if node.made != nil {
        makers.insert((node.enclosingTypeName.map { "\($0)." } ?? "") + node.name.text)
      }
      if node.isSetUp, node.enclosingTypeName?.hasSuffix("Container") == true {
        setUps.insert(node.name.text)
      }
    case .classDecl(let node):
      declares.insert(node.name.text)
      inherited[node.name.text, default: []].formUnion(node.inheritanceClause.names)
    case .structDecl(let node):
      declares.insert(node.name.text)
      structs.insert(node.name.text)
      if node.attributes.contains(named: "DependencyClient") { clients.insert(node.name.text) }
    case .importDecl(let node):
      if node.isExported { reexports.insert(node.path.first?.name.text ?? "") }
    case .functionCallExpr(let node):
      if let (base, name) = node.calledExpression.member, name == "register",
        let base, let closure = node.trailingClosure
      {
        overrides[base.lastComponent, default: []].append(closure)
      }
      let chained = node.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      if !["inObjectScope", "initCompleted"].contains(chained),
        let registration = Registration(ExprSyntax(node))
      {
        registrations[registration.key, default: []].append(registration)
      }
    case .variableDecl(let node):
      if let factory = FactoryDeclaration(node) { factories[factory.name] = factory }
      for binding in node.bindings { note(binding, in: node.enclosingTypeName) }
    case .functionParameter(let node) where node.type.isContainer: containers.insert(node.name)
    default: break
    }
    return .visitChildren
  }

  private func note(_ binding: PatternBindingSyntax, in owner: String?) {
    let name = binding.pattern.trimmedDescription
    let type = binding.typeAnnotation?.type
    if let shape = type.flatMap(Self.shape) { closures[name, default: []].insert(shape) }
    if binding.isContainer { containers.insert(name) }
    if owner == nil || owner == "DependencyValues" { declares.insert(name) }
    if name == "unimplemented", let owner { hasUnimplemented.insert(owner) }
  }
}

extension AttributeListSyntax {
  func first(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.attributeName.lastComponent == name }
  }

  func contains(named name: String) -> Bool { first(named: name) != nil }
}

extension FunctionParameterSyntax {
  /// The name in the body.
  var name: String { (secondName ?? firstName).text }
}

extension TypeSyntax {
  /// True if the type is that of a container or an assembler, which may be missing.
  var isContainer: Bool {
    ["Assembler", "Container"].contains(trimmedDescription.filter { !"?!".contains($0) })
  }
}

extension PatternBindingSyntax {
  var isContainer: Bool {
    typeAnnotation?.type.isContainer == true
      || ["Container()", "Container.shared"].contains(initializer?.value.trimmedDescription)
  }
}

extension InheritanceClauseSyntax? {
  /// The inherited types, without modules and generic arguments.
  var names: [String] {
    self?.inheritedTypes.map {
      String($0.type.lastComponent.prefix { $0 != "<" })
    } ?? []
  }
}

extension CodeBlockItemSyntax {
  /// The expression that the statement is, or returns.
  var expression: ExprSyntax? {
    item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  var isFatal: Bool {
    ["fatalError", "preconditionFailure"].contains(calledExpression.trimmedDescription)
  }
}

extension String {
  /// The part after the last dot.
  var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}

extension SyntaxProtocol {
  /// The part of the text after the last dot.
  var lastComponent: String { trimmedDescription.lastComponent }

  /// The type in whose declaration or extension the node stands.
  var enclosingTypeName: String? {
    if let part = owner?.as(ExtensionDeclSyntax.self) { return part.extendedType.lastComponent }
    return owner?.asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

extension ClosureExprSyntax {
  /// The expression that the closure is, or returns, and nothing else.
  var only: ExprSyntax? { statements.count == 1 ? statements.first?.expression : nil }
}
