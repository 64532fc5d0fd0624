import SwiftSyntax

/// The facts about all files of the project that the migrators look up.
final class ProjectIndex: SyntaxAnyVisitor {
  /// The properties of a closure type that determine how to write a stub for it.
  struct ClosureShape: Hashable {
    var arity: Int
    var throwsErrors: Bool
    var isVoid: Bool
  }

  /// The shapes of all stored closures, by the name of the property.
  private(set) var closures: [String: Set<ClosureShape>] = [:]
  /// The names of the types with `@DependencyClient`.
  private(set) var clients: Set<String> = []
  /// The names of the types that declare a static member `unimplemented` themselves.
  private(set) var hasUnimplemented: Set<String> = []
  /// The inherited types that each class declares, by the name of the class.
  private(set) var inherited: [String: Set<String>] = [:]
  /// The test cases that override `invokeTest` to override dependencies.
  private var invokers: Set<String> = []
  /// The ancestors of these test cases that directly inherit from `XCTestCase`.
  private(set) lazy var testCaseRoots = Set(invokers.compactMap { testCaseRoot(of: $0) })
  /// The modules that each module of the project exports, by the name of the exporting module.
  private var reexports: [String: Set<String>] = [:]
  let names: ProjectNames
  var types: [String: TypeFacts] = [:]
  private(set) var globalConstants: Set<String> = []
  /// The uses of each name, with a flag for those in tests.
  private(set) var references: [String: [(node: Syntax, isTest: Bool)]] = [:]
  /// The properties that the project adds to the `DependencyValues` of swift-dependencies.
  private(set) var valuesKeys: Set<String> = []
  /// The property of `DependencyValues` that reads each key, by the name of the key.
  private(set) var propertiesOfKeys: [String: String] = [:]
  /// The default values that each key declares, such as `liveValue`, by module and key.
  private var defaultValues: [String: Set<String>] = [:]
  private var functions: Set<String> = []
  /// The factories that the project declares in Factory containers, by name.
  private(set) var factories: [String: [FactoryDeclaration]] = [:]
  /// The computed properties that consist of one call, by name.
  private(set) var computed:
    [String: [(owner: String, module: String, call: FunctionCallExprSyntax)]] =
      [:]
  /// The closures that the project registers for each factory, by the name of the factory.
  private(set) var overrides: [String: [ClosureExprSyntax]] = [:]
  /// The factories whose modifiers, such as `onTest`, are called outside of their declarations.
  private(set) var modified: Set<String> = []
  /// The names of functions of Factory containers that return nothing and may register.
  private(set) var setUps: Set<String> = []
  /// The variables and parameters that hold a container or an assembler.
  private(set) var containers: Set<String> = []
  /// The registrations in Swinject containers, by type and name.
  private(set) var registrations: [Registration.Key: [Registration]] = [:]
  /// The default scopes of all Swinject containers and assemblers that the project makes.
  private var defaultScopes: Set<String> = []
  private var hasDefaultScope = false
  /// The scope of registrations that declare none, or `nil` if the project's containers differ.
  var defaultScope: String? {
    hasDefaultScope ? (defaultScopes.count == 1 ? defaultScopes.first : nil) : ".graph"
  }
  /// The functions that register in a container which they receive as an argument.
  private(set) var assemblers: Set<String> = []
  /// The functions that make and return a container, with the type that declares them.
  private(set) var makers: Set<String> = []
  /// The members through which some file passes a container on.
  private(set) lazy var handed = Set(
    trees.flatMap { $0.nodes(MemberAccessExprSyntax.self) }.filter { $0.base != nil }
      .map(\.declName).filter(isHanded).map(\.baseName.text)
  )
  private(set) lazy var factoryReads = FactoryReads(sources, of: self)
  private let sources: [MigrationSource]
  private var trees: [SourceFileSyntax] { sources.map(\.tree) }
  private var isTest = false
  private var module = ""

  /// The names for which a row has been written that covers all files.
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

  /// Returns a name of `DependenceModules`, qualified if the project declares the same name.
  func qualified(_ name: String) -> String {
    names.isTopLevel(name) ? "DependenceModules.\(name)" : name
  }

  /// Returns `true` at the first call with a name, for rows that are written only once.
  func isFirst(_ name: String) -> Bool { noted.insert(name).inserted }

  /// Returns the modules that a file can use: its imports, and all that these and its own export.
  func visibleModules(in source: MigrationSource) -> Set<String> {
    var found: Set<String> = []
    // If the folder does not show the module of a file, the file may belong to any module.
    let isUnknown = source.module.isEmpty
    var pending = Array(source.importedModules) + [source.module, ""]
    if isUnknown { pending += reexports.keys }
    while let module = pending.popLast() {
      if found.insert(module).inserted { pending += reexports[module] ?? [] }
    }
    return found
  }

  /// Returns `true` if previews of swift-dependencies read the live value of a key: one module
  /// declares it with a live and a test value, but without a preview value.
  func readsLiveValueInPreviews(_ key: String, in module: String) -> Bool {
    defaultValues["\(module).\(key)"] == ["liveValue", "testValue"]
  }

  func declaresFunction(_ name: String) -> Bool { functions.contains(name) }

  /// Returns the factory that a name refers to in a module, preferably one of that module.
  func factory(_ name: String, in module: String) -> FactoryDeclaration? {
    let all = factories[name, default: []]
    return all.first { $0.module == module } ?? all.first
  }

  /// Returns the ancestor of a test case that directly inherits from `XCTestCase`, or `nil`.
  func testCaseRoot(of name: String, depth: Int = 0) -> String? {
    let parents = inherited[name, default: []]
    if parents.contains("XCTestCase") { return name }
    guard depth < 8 else { return nil }
    return parents.lazy.compactMap { self.testCaseRoot(of: $0, depth: depth + 1) }.first
  }

  /// Returns `true` if a class is a test case, judged by the ancestors that the project declares.
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
  var name: String { (secondName ?? firstName).text }
}

extension TypeSyntax {
  /// Whether the type is a container or an assembler, optional or not.
  var isContainer: Bool {
    ["Assembler", "Container"].contains(trimmedDescription.filter { !"?!".contains($0) })
  }
}

extension VariableDeclSyntax {
  /// Whether the declaration is at file level, possibly inside a conditional compilation block.
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
  /// The names of the inherited types, without modules and generic arguments.
  var names: [String] {
    self?.inheritedTypes.map {
      String($0.type.lastComponent.prefix { $0 != "<" })
    } ?? []
  }
}

extension CodeBlockItemSyntax {
  /// The expression that the statement consists of or returns.
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
  var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}

extension SyntaxProtocol {
  var lastComponent: String { trimmedDescription.lastComponent }

  /// The name of the innermost type that declares or extends the code around this node.
  var enclosingTypeName: String? {
    if let part = owner?.as(ExtensionDeclSyntax.self) { return part.extendedType.lastComponent }
    return owner?.asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

extension ClosureExprSyntax {
  /// The expression that is the only statement of the closure, or `nil`.
  var only: ExprSyntax? { statements.count == 1 ? statements.first?.expression : nil }
}
