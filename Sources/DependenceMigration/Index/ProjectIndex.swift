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
  /// Test cases that override dependencies around each test.
  private var invokers: Set<String> = []
  /// The classes, directly built on `XCTestCase`, that these test cases are or descend from.
  private(set) lazy var testCaseRoots = Set(invokers.compactMap { testCaseRoot(of: $0) })
  /// The modules that each module of the project exports with its own declarations.
  private var reexports: [String: Set<String>] = [:]
  /// The names that the project declares.
  let names: ProjectNames
  /// The facts about the project's types, by name.
  var types: [String: TypeFacts] = [:]
  /// The global constants of the project.
  private(set) var globalConstants: Set<String> = []
  /// The uses of each name, and whether they stand in a test.
  private(set) var references: [String: [(node: Syntax, isTest: Bool)]] = [:]
  /// The properties that the project adds to the dependencies of swift-dependencies.
  private(set) var valuesKeys: Set<String> = []
  /// The property that reads each key.
  private(set) var propertiesOfKeys: [String: String] = [:]
  /// The names of the default values that each key declares, by the module and the name of the key.
  private var defaultValues: [String: Set<String>] = [:]
  /// The names of the project's functions, wherever they are declared.
  private var functions: Set<String> = []
  /// Properties of containers of Factory.
  private(set) var factories: [String: [FactoryDeclaration]] = [:]
  /// Computed properties whose value is one call, by name.
  private(set) var computed:
    [String: [(owner: String, module: String, call: FunctionCallExprSyntax)]] =
      [:]
  /// The closures that are registered for each of them.
  private(set) var overrides: [String: [ClosureExprSyntax]] = [:]
  /// The names of members on which some code outside of their declaration calls a modifier of Factory, such as `onTest`.
  private(set) var modified: Set<String> = []
  /// Functions of these containers that hand nothing back.
  private(set) var setUps: Set<String> = []
  /// Variables and parameters that hold such a container, or a container or an assembler of Swinject.
  private(set) var containers: Set<String> = []
  /// Registrations in containers of Swinject.
  private(set) var registrations: [Registration.Key: [Registration]] = [:]
  /// The scopes of registrations without one, by all containers and assemblers that the project makes.
  private var defaultScopes: Set<String> = []
  private var hasDefaultScope = false
  /// The scope of a registration without one, or `nil` if containers of the project differ.
  var defaultScope: String? {
    hasDefaultScope ? (defaultScopes.count == 1 ? defaultScopes.first : nil) : ".graph"
  }
  /// The names of functions that register in a container that they receive as an argument.
  private(set) var assemblers: Set<String> = []
  /// Functions that make a container and return it, with the type that they belong to.
  private(set) var makers: Set<String> = []
  /// Members that some file hands on, or reads in another way than to fill or ask a container.
  private(set) lazy var handed = Set(
    trees.flatMap { $0.nodes(MemberAccessExprSyntax.self) }.filter { $0.base != nil }
      .map(\.declName).filter(isHanded).map(\.baseName.text)
  )
  private(set) lazy var factoryReads = FactoryReads(sources, of: self)
  private let sources: [MigrationSource]
  private var trees: [SourceFileSyntax] { sources.map(\.tree) }
  private var isTest = false
  private var module = ""

  /// Names of which one row speaks for all files.
  private var noted: Set<String> = []

  init(_ sources: [MigrationSource]) {
    self.sources = sources
    names = ProjectNames(sources)
    super.init(viewMode: .sourceAccurate)
    for source in sources {
      (isTest, module) = (source.isTest, source.module)
      walk(source.tree)
    }
  }

  /// A name of 'DependenceModules', as a project that has its own type of that name writes it.
  func qualified(_ name: String) -> String {
    names.isTopLevel(name) ? "DependenceModules.\(name)" : name
  }

  /// Whether this is the first call with a name. Rows that one place can answer for all files are written once.
  func isFirst(_ name: String) -> Bool { noted.insert(name).inserted }

  /// The modules whose names a file sees: those that it imports, and those that its own module or an imported one exports.
  func visibleModules(in source: MigrationSource) -> Set<String> {
    var found: Set<String> = []
    // A file whose folder does not show its module may belong to any.
    let isUnknown = source.module.isEmpty
    var pending = Array(source.importedModules) + [source.module, ""]
    if isUnknown { pending += reexports.keys }
    while let module = pending.popLast() {
      if found.insert(module).inserted { pending += reexports[module] ?? [] }
    }
    return found
  }

  /// Whether previews of swift-dependencies read the live value of a key although it has a test value.
  ///
  /// They do so if one module declares the key, its live value and its test value, but no preview value.
  func readsLiveValueInPreviews(_ key: String, in module: String) -> Bool {
    defaultValues["\(module).\(key)"] == ["liveValue", "testValue"]
  }

  func declaresFunction(_ name: String) -> Bool { functions.contains(name) }

  /// The factory of a name that a module sees: its own, or that of another module.
  func factory(_ name: String, in module: String) -> FactoryDeclaration? {
    let all = factories[name, default: []]
    return all.first { $0.module == module } ?? all.first
  }

  /// The ancestor of a test case that is directly built on `XCTestCase`, or the test case itself.
  func testCaseRoot(of name: String, depth: Int = 0) -> String? {
    let parents = inherited[name, default: []]
    if parents.contains("XCTestCase") { return name }
    guard depth < 8 else { return nil }
    return parents.lazy.compactMap { self.testCaseRoot(of: $0, depth: depth + 1) }.first
  }

  /// True if a class is a test case, as far as its ancestors are known.
  func isTestCase(_ name: String, depth: Int = 0) -> Bool {
    depth < 8
      && inherited[name, default: []].contains {
        $0.hasSuffix("TestCase") || isTestCase($0, depth: depth + 1)
      }
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
    case .actorDecl(let node): note(node)
    case .enumDecl(let node): note(node)
    case .extensionDecl(let node): note(node)
    case .declReferenceExpr(let node):
      references[node.baseName.text, default: []].append((Syntax(node), isTest))
    case .memberAccessExpr(let node)
    where FactoryDeclaration.isModifier(node.declName.baseName.text):
      if let (_, name) = node.base?.member { modified.insert(name) }
    case .functionDecl(let node):
      functions.insert(node.name.text)
      if node.overridesAroundTest != nil, let test = node.enclosingTypeName {
        invokers.insert(test)
      }
      if node.isAssembler { assemblers.insert(node.name.text) }
      if node.made != nil {
        makers.insert((node.enclosingTypeName.map { "\($0)." } ?? "") + node.name.text)
      }
      if node.isSetUp, node.enclosingTypeName?.hasSuffix("Container") == true {
        setUps.insert(node.name.text)
      }
    case .classDecl(let node):
      note(node)
      inherited[node.name.text, default: []].formUnion(node.inheritanceClause.names)
    case .structDecl(let node):
      note(node)
      if node.attributes.contains(named: "DependencyClient") { clients.insert(node.name.text) }
    case .importDecl(let node):
      if node.isExported {
        reexports[module, default: []].insert(node.path.first?.name.text ?? "")
      }
    case .functionCallExpr(let node):
      if ["Assembler", "Container"].contains(node.calledExpression.lastComponent) {
        let scope = node.arguments.first { $0.label?.text == "defaultObjectScope" }?.expression
        defaultScopes.insert(scope.map { ".\($0.lastComponent)" } ?? ".graph")
        hasDefaultScope = hasDefaultScope || scope != nil
      }
      if let (base, name) = node.calledExpression.member, name == "register",
        let base, let closure = node.onlyClosure
      {
        overrides[base.lastComponent, default: []].append(closure)
      }
      let chained = node.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      if !["inObjectScope", "initCompleted"].contains(chained),
        var registration = Registration(ExprSyntax(node))
      {
        registration.isTest = isTest
        registrations[registration.key, default: []].append(registration)
      }
    case .variableDecl(let node):
      if var factory = FactoryDeclaration(node, in: names) {
        factory.module = module
        factories[factory.name, default: []].append(factory)
      }
      if let owner = node.enclosingTypeName, let binding = node.bindings.first,
        case .getter(let getter)? = binding.accessorBlock?.accessors, getter.count == 1,
        let call = getter.first?.expression?.as(FunctionCallExprSyntax.self)
      {
        let name = binding.pattern.trimmedDescription
        computed[name, default: []].append((names.original(owner), module, call))
      }
      if node.isStoredConstant, node.isGlobal {
        globalConstants.formUnion(node.bindings.map(\.pattern.trimmedDescription))
      }
      for binding in node.bindings { note(binding, in: node.enclosingTypeName) }
    case .functionParameter(let node) where node.type.isContainer: containers.insert(node.name)
    default: break
    }
    return .visitChildren
  }

  private func note(_ binding: PatternBindingSyntax, in owner: String?) {
    let name = binding.pattern.trimmedDescription
    if ["liveValue", "previewValue", "testValue"].contains(name), let owner {
      defaultValues["\(module).\(owner)", default: []].insert(name)
    }
    let type = binding.typeAnnotation?.type
    if let shape = type.flatMap(Self.shape) { closures[name, default: []].insert(shape) }
    if binding.isContainer { containers.insert(name) }
    if owner == "DependencyValues" {
      valuesKeys.insert(name)
      let keys = binding.accessorBlock?.nodes(SubscriptCallExprSyntax.self).compactMap {
        $0.arguments.first?.expression.metatype?.lastComponent
      }
      if let key = keys?.first { propertiesOfKeys[key] = name }
    }
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

extension VariableDeclSyntax {
  /// Whether the declaration is a statement of its file, also under a condition for the compiler.
  fileprivate var isGlobal: Bool {
    ancestors.allSatisfy {
      [
        .codeBlockItem, .codeBlockItemList, .ifConfigClause, .ifConfigClauseList, .ifConfigDecl,
        .sourceFile,
      ].contains($0.kind)
    }
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
