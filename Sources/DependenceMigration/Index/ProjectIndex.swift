import SwiftSyntax

/// An index of all files in the project. The migrators use it to look up declarations and their
/// uses.
final class ProjectIndex: SyntaxAnyVisitor {
  /// The properties of a closure type that determine how to write a stub for it.
  struct ClosureShape: Hashable {
    var arity: Int
    var throwsErrors: Bool
    var isVoid: Bool
  }

  /// A variable or parameter that holds a container, which is the Factory or Swinject object that
  /// services are registered in.
  private struct ContainerVariable {
    let name: String
    /// The type that declares the property, or `nil` for other variables.
    let owner: String?
    let path: String
    let module: String
    /// Whether only the file that declares the variable can use it.
    let isLocal: Bool
  }

  /// The shapes of all properties that hold a closure, keyed by the property's name. A shape
  /// describes a closure type, for example its number of parameters.
  private(set) var closures: [String: Set<ClosureShape>] = [:]
  /// The structs marked with `@DependencyClient`, keyed by their names.
  private(set) var clients: [String: Client] = [:]
  /// The names of types that already declare a property named `unimplemented`.
  private(set) var hasUnimplemented: Set<String> = []
  /// The XCTest classes whose `invokeTest` method runs each test with overridden dependencies.
  private var invokers: Set<String> = []
  /// For each class in `invokers`, the class itself or its ancestor that directly inherits from
  /// `XCTestCase`. The migration makes these classes inherit from `DependencyTestCase` instead.
  private(set) lazy var testCaseRoots = Set(invokers.compactMap { testCaseRoot(of: $0) })
  /// The modules that each module re-exports with `@_exported import`, keyed by the exporting
  /// module.
  private var reexports: [String: Set<String>] = [:]
  let names: ProjectNames
  var types: [String: TypeFacts] = [:]
  /// The names of the structs that are being checked for initializers that create only constants.
  var typesBeingChecked: Set<String> = []
  /// The declarations and extensions of each type, keyed by the type's name.
  var groups: [String: [any DeclGroupSyntax]] = [:]
  private(set) var globalConstants: Set<String> = []
  /// All uses of each name in expressions, and of the operators `===` and `!==`, keyed by the name
  /// or the operator. `isTest` is `true` for uses in tests.
  private(set) var references: [String: [(node: Syntax, isTest: Bool)]] = [:]
  /// The names of the properties that the project adds to the type `DependencyValues` of
  /// swift-dependencies.
  private(set) var valuesKeys: Set<String> = []
  /// The types of the properties in `valuesKeys`, except for those whose declarations do not show
  /// the type.
  private(set) var typesOfValues: [String: String] = [:]
  /// The name of the `DependencyValues` property that reads each dependency key, keyed by the name
  /// of the key's type.
  private(set) var propertiesOfKeys: [String: String] = [:]
  /// The names of the default values that each dependency key declares: `liveValue`,
  /// `previewValue`, or `testValue`.
  private var defaultValues: [ProjectNames.Declaration: Set<String>] = [:]
  /// The functions that the project declares, keyed by their names without argument labels.
  private(set) var functions: [String: [FunctionDeclSyntax]] = [:]
  /// For each method name, the types that declare a mutating method with this name.
  private var mutatingMethods: [String: Set<String>] = [:]
  /// The factories that the project declares in containers of the library Factory, keyed by the
  /// factory's name.
  private(set) var factories: [String: [FactoryDeclaration]] = [:]
  /// The computed properties whose getter is a single function call, keyed by name. In a container
  /// of the library Factory, such a property can be a shorthand for reading a factory.
  private(set) var computed:
    [String: [(owner: String, module: String, call: FunctionCallExprSyntax)]] =
      [:]
  /// The closures that code registers as new values for factories, keyed by the factory's name.
  private(set) var overrides: [String: [ClosureExprSyntax]] = [:]
  /// The names of factories that are modified outside of their declarations, as in
  /// `Container.shared.service.onTest { … }`.
  private(set) var modified: Set<String> = []
  /// The names of methods that may register values for factories: all instance methods of Factory
  /// containers that return nothing.
  private(set) lazy var registeringMethods = Set(
    methodsWithoutResult.filter { isContainer($0.type) }.map(\.name)
  )
  private var methodsWithoutResult: [(type: String, name: String)] = []
  /// The names of variables and parameters that hold a container or a Swinject assembler, which
  /// fills a container with registrations.
  private(set) lazy var containers = Set(containerVariables.map(\.name))
  private var containerVariables: [ContainerVariable] = []
  /// The argument labels of parameters that receive a container. They include the names of
  /// properties that hold a container, because these are argument labels of memberwise
  /// initializers.
  private(set) var containerLabels: Set<String> = []
  /// The parameters that receive a container, each stored as the name of its function or type,
  /// followed by a space and the argument label, as in `makeScreen container`.
  private var containerParameters: Set<String> = []
  /// The declared types of variables and parameters, keyed first by the name of the variable or
  /// parameter and then by the path of the file.
  private var declaredTypes: [String: [String: Set<String>]] = [:]
  /// The registrations in Swinject containers, keyed by the service's type and name.
  private(set) var registrations: [Registration.Key: [Registration]] = [:]
  /// The keys of all calls of `register` and `autoregister`, including those that are not in
  /// `registrations`, because no module can express them.
  private(set) var registeredKeys: Set<Registration.Key> = []
  /// All calls that resolve a Swinject service.
  private(set) var resolutions: [Resolution] = []
  private(set) lazy var repeatedServices = findRepeatedServices()
  /// The calls that create a Swinject container outside of tests and previews.
  private(set) lazy var programContainers = findProgramContainers()
  /// The default scopes of the Swinject containers and assemblers created outside of tests. A scope
  /// determines how long an instance is kept.
  private var defaultScopes: Set<String> = []
  /// The default scopes of the Swinject containers and assemblers created in tests.
  private var testDefaultScopes: Set<String> = []
  /// The scope for registrations that do not declare one, or `nil` if the project's containers have
  /// different default scopes. Containers created in tests are considered only if none are created
  /// elsewhere. If the project creates no container, the value is `.graph`.
  var defaultScope: String? {
    let scopes = defaultScopes.isEmpty ? testDefaultScopes : defaultScopes
    return scopes.isEmpty ? ".graph" : scopes.count == 1 ? scopes.first : nil
  }
  /// The names of functions that receive a Swinject container as an argument and register services
  /// in it.
  private(set) var assemblers: Set<String> = []
  /// The names of functions that create and return a Swinject container. A method's name includes
  /// its type, as in `Setup.makeContainer`.
  private(set) var makers: Set<String> = []
  /// The names of members that some code uses for anything other than registering and resolving
  /// services, for example by passing them to a function. If such a member holds a container, the
  /// migration cannot remove the container.
  private(set) lazy var handed = Set(
    trees.flatMap { $0.nodes(MemberAccessExprSyntax.self) }.filter { $0.base != nil }
      .map(\.declName).filter(isHanded).map(\.baseName.text)
  )
  /// The types whose members use `self` as a value, for example by passing it to a function.
  private(set) lazy var typesThatUseSelf = Set(
    references["self", default: []].filter {
      $0.node.parent?.is(MemberAccessExprSyntax.self) == false
    }
    .compactMap { $0.node.owner?.typeName }
  )
  /// Whether any SwiftUI view in the project reads a dependency with a property wrapper.
  private(set) lazy var hasReadingViews = trees.flatMap { $0.nodes(AttributeSyntax.self) }.contains
  {
    $0.attributeName.lastComponent == "Dependency"
      && names.inherits("View", in: $0.enclosingTypeName ?? "")
  }
  /// The assignments, inout arguments, and method calls that may change a variable or part of its
  /// value. Each of them is stored under every name in the expression that it may change. For
  /// example, a change to `model.list` is stored under both `model` and `list`.
  private(set) lazy var changes = trees.flatMap(Change.changes)
    .reduce(into: [String: [Change]]()) { found, change in
      for name in Set(change.path.compactMap(\.self)) { found[name, default: []].append(change) }
    }
  /// The protocols that require a property to have a setter, keyed by the name of the property.
  private(set) lazy var setterRequirements = trees.flatMap { $0.nodes(ProtocolDeclSyntax.self) }
    .reduce(into: [String: [String]]()) { found, type in
      for binding in type.memberBlock.nodes(PatternBindingSyntax.self)
      where binding.accessorBlock?.tokens(viewMode: .sourceAccurate).contains(where: {
        $0.text == "set"
      }) == true {
        found[binding.pattern.trimmedDescription, default: []].append(type.name.text)
      }
    }
  /// The types of all parameters, keyed by argument label, and of all stored properties, keyed by
  /// name, because memberwise initializers have parameters for them. A type that is generic or not
  /// declared is stored as an empty string.
  private(set) lazy var argumentTypes = trees.reduce(into: [String: Set<String>]()) { found, tree in
    for node in tree.nodes(FunctionParameterSyntax.self) {
      found[node.firstName.text, default: []].insert(node.argumentType(node.type))
    }
    for node in tree.nodes(EnumCaseParameterSyntax.self) {
      if let name = node.firstName {
        found[name.text, default: []].insert(node.argumentType(node.type))
      }
    }
    for node in tree.nodes(VariableDeclSyntax.self)
    where node.parent?.is(MemberBlockItemSyntax.self) == true {
      for binding in node.bindings where binding.isStored {
        let name = binding.pattern.trimmedDescription
        found[name, default: []].insert(node.argumentType(binding.typeAnnotation?.type))
      }
    }
  }
  private(set) lazy var factoryReads = FactoryReads(sources, of: self)
  let sources: [MigrationSource]
  private var trees: [SourceFileSyntax] { sources.map(\.tree) }
  /// The file that is being indexed.
  private var source: MigrationSource?
  private var isTest = false
  private var module = ""

  /// The names of the problems already reported that must be reported only once for the whole
  /// project.
  private var noted: Set<String> = []

  init(_ sources: [MigrationSource]) {
    self.sources = sources
    names = ProjectNames(sources)
    super.init(viewMode: .sourceAccurate)
    for source in sources {
      (self.source, isTest, module) = (source, source.isTest, source.module)
      walk(source.tree)
    }
  }

  /// Returns the name that migrated code uses for a declaration in one of this library's modules.
  /// The name is qualified with the module if the project declares the same name.
  func qualified(_ name: String, from module: String = "DependenceModules") -> String {
    names.isTopLevel(name) ? "\(module).\(name)" : name
  }

  /// Returns `true` for the first call with a given name, and `false` for later calls. Use this
  /// method for problems that should be reported only once for the whole project.
  func isFirst(_ name: String) -> Bool { noted.insert(name).inserted }

  /// Returns the modules that a file can use: its imports, and all modules re-exported by these
  /// imports or by the file's own module.
  func visibleModules(in source: MigrationSource) -> Set<String> {
    var found: Set<String> = []
    // If the path does not show which module the file belongs to, include the re-exports of all
    // modules, because the file may belong to any of them.
    let isUnknown = source.module.isEmpty
    var pending = Array(source.importedModules) + [source.module, ""]
    if isUnknown { pending += reexports.keys }
    while let module = pending.popLast() {
      if found.insert(module).inserted { pending += reexports[module] ?? [] }
    }
    return found
  }

  /// Returns `true` if swift-dependencies uses the live value in previews for the dependency key
  /// whose declaration contains `node`. It does so if the key declares a live value and a test
  /// value, but no preview value.
  func readsLiveValueInPreviews(at node: some SyntaxProtocol, in source: MigrationSource) -> Bool {
    names.type(around: node, in: source)
      .map { defaultValues[$0] == ["liveValue", "testValue"] } == true
  }

  private func addContainer(_ name: String, of owner: String?, isLocal: Bool) {
    let path = source?.path ?? ""
    containerVariables.append(
      ContainerVariable(name: name, owner: owner, path: path, module: module, isLocal: isLocal)
    )
  }

  /// Returns the declared types of the variables and parameters named `name`. Searches other files
  /// only if the given file declares no variable or parameter with this name.
  func declaredTypes(of name: String, in source: MigrationSource) -> Set<String> {
    let all = declaredTypes[name, default: [:]]
    return all[source.path] ?? Set(all.values.joined())
  }

  /// Returns the declared types of all variables and parameters in the project that are named
  /// `name`.
  func declaredTypes(of name: String) -> Set<String> {
    Set(declaredTypes[name, default: [:]].values.joined())
  }

  private func addType(of name: String, _ type: TypeSyntax?, _ value: ExprSyntax? = nil) {
    let written = type?.trimmedDescription ?? value?.typeName
    guard let path = source?.path, let written else { return }
    let type = written.filter { !"()?!".contains($0) }.prefix { $0 != "<" }.split(separator: " ")
      .last
    guard let type else { return }
    declaredTypes[name, default: [:]][path, default: []]
      .insert(names.original(String(type).lastComponent))
  }

  /// Returns the names of the container variables that code in the given file can use. These are
  /// the variables that the file declares, global variables of visible modules, and properties of
  /// the types that the file declares or extends, including inherited properties.
  func containers(visibleIn source: MigrationSource) -> Set<String> {
    let types = source.tree.nodes(MemberBlockSyntax.self)
      .compactMap { $0.parent?.asProtocol((any DeclGroupSyntax).self)?.typeName }
    let visible = containerVariables.filter { variable in
      if variable.path == source.path { return true }
      if variable.isLocal { return false }
      if let owner = variable.owner { return types.contains { names.inherits(owner, in: $0) } }
      let isVisible =
        [variable.module, source.module].contains("") || variable.module == source.module
        || source.importedModules.contains(variable.module)
      return isVisible && !types.contains { names.isMember(variable.name, of: $0) }
    }
    return Set(visible.map(\.name))
  }

  /// Returns `true` if `callee` has a parameter labeled `label` that receives a container. `callee`
  /// is the name of a function, or of a type whose initializer has the parameter.
  func takesContainer(_ callee: String, as label: String) -> Bool {
    containerParameters.contains("\(names.original(callee)) \(label)")
  }

  /// Returns `true` if the given node is in a test file.
  func isInTests(_ node: some SyntaxProtocol) -> Bool {
    let root = node.root.id
    return sources.contains { $0.isTest && $0.tree.id == root }
  }

  /// Returns `true` if a method named `name` may change a value of a type. For a type that the
  /// project does not declare, considers the mutating methods of the standard library and of all
  /// types in the project.
  func isMutating(_ name: String, on type: String) -> Bool {
    let owners = mutatingMethods[name, default: []]
    guard declaresType(type) else {
      return !owners.isEmpty || Self.standardMutatingMethods.contains(name)
    }
    return owners.contains { names.inherits($0, in: names.original(type)) }
  }

  private static let standardMutatingMethods: Set = [
    "append", "formIntersection", "formSymmetricDifference", "formUnion", "insert", "merge",
    "negate", "popFirst", "popLast", "remove", "removeAll", "removeFirst", "removeLast",
    "removeSubrange", "removeValue", "replaceSubrange", "reserveCapacity", "reverse", "round",
    "shuffle", "sort", "subtract", "swapAt", "toggle", "update", "updateValue",
  ]

  /// Returns `true` if the type with this name is a container of the library Factory, which is a
  /// type that declares factories.
  func isContainer(_ name: String) -> Bool {
    ["Container", "SharedContainer"].contains(name)
      || names.parents[name]?.contains("SharedContainer") == true
  }

  /// Returns the factory with the given name, preferably one declared in `module`.
  func factory(_ name: String, in module: String) -> FactoryDeclaration? {
    let all = factories[name, default: []]
    return all.first { $0.module == module } ?? all.first
  }

  /// Returns the class that directly inherits from `XCTestCase`: either the class named `name` or
  /// one of its ancestors. Returns `nil` if there is no such class.
  func testCaseRoot(of name: String, depth: Int = 0) -> String? {
    let parents = names.parents[name, default: []]
    if parents.contains("XCTestCase") { return name }
    guard depth < 8 else { return nil }
    // Use a loop instead of a lazy sequence. A lazy sequence would search each ancestor twice, so
    // the time would double with each level of inheritance.
    for parent in parents {
      if let root = testCaseRoot(of: parent, depth: depth + 1) { return root }
    }
    return nil
  }

  /// Returns `true` if a class is an XCTest test case, which is assumed if the name of a superclass
  /// ends in `TestCase`.
  func isTestCase(_ name: String, depth: Int = 0) -> Bool {
    depth < 8
      && names.parents[name, default: []].contains {
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
    case .binaryOperatorExpr(let node) where ["===", "!=="].contains(node.operator.text):
      references[node.operator.text, default: []].append((Syntax(node), isTest))
    case .enumDecl(let node): note(node)
    case .protocolDecl(let node): note(node)
    case .extensionDecl(let node): note(node)
    case .declReferenceExpr(let node):
      references[node.baseName.text, default: []].append((Syntax(node), isTest))
    case .memberAccessExpr(let node)
    where FactoryDeclaration.isModifier(node.declName.baseName.text):
      if let (_, name) = node.base?.member { modified.insert(name) }
    case .functionDecl(let node):
      functions[node.name.text, default: []].append(node)
      if node.modifiers.contains(where: { $0.name.text == "mutating" }) {
        mutatingMethods[node.name.text, default: []].insert(node.enclosingTypeName ?? "")
      }
      if node.overridesAroundTest != nil, let test = node.enclosingTypeName {
        invokers.insert(test)
      }
      if node.isAssembler { assemblers.insert(node.name.text) }
      if node.made != nil {
        makers.insert((node.enclosingTypeName.map { "\($0)." } ?? "") + node.name.text)
      }
      if node.mayRegister, let type = node.enclosingTypeName {
        methodsWithoutResult.append((type, node.name.text))
      }
    case .classDecl(let node): note(node)
    case .structDecl(let node):
      note(node)
      if node.attributes.contains(named: "DependencyClient"), let source {
        clients[node.name.text, default: Client()].add(node, of: source)
      }
    case .importDecl(let node):
      if node.isExported {
        reexports[module, default: []].insert(node.path.first?.name.text ?? "")
      }
    case .functionCallExpr(let node):
      if let scope = node.defaultScope {
        if isTest { testDefaultScopes.insert(scope) } else { defaultScopes.insert(scope) }
      }
      if let (base, name) = node.calledExpression.member, name == "register",
        let base, let closure = node.onlyClosure
      {
        overrides[base.lastComponent, default: []].append(closure)
      }
      let chained = node.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      if ["autoregister", "register"].contains(node.calledExpression.lastComponent),
        let type = node.arguments.first?.expression.metatype
      {
        // The first parameter of the closure is the resolver.
        let closure =
          node.trailingClosure ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
        let count = max(0, (closure?.parameters.count ?? 0) - 1)
        let name = node.argument("name")
        registeredKeys.insert(
          Registration.Key(type, named: name, arguments: count, at: node, in: names)
        )
      }
      if let resolution = Resolution(node, in: names) { resolutions.append(resolution) }
      if !["implements", "inObjectScope", "initCompleted"].contains(chained),
        var registration = Registration(ExprSyntax(node), in: names)
      {
        registration.isTest = isTest
        for key in registration.keys { registrations[key, default: []].append(registration) }
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
    case .functionParameter(let node):
      addType(of: node.name, node.type)
      guard node.type.isContainer else { break }
      let function = node.parent?.parent?.parent?.parent
      let isInitializer = function?.is(InitializerDeclSyntax.self) == true
      let callee =
        isInitializer ? node.enclosingTypeName : function?.as(FunctionDeclSyntax.self)?.name.text
      for name in [callee, isInitializer ? "init" : nil].compactMap(\.self) {
        containerParameters.insert("\(name) \(node.firstName.text)")
      }
      addContainer(node.name, of: nil, isLocal: true)
      containerLabels.insert(node.firstName.text)
    default: break
    }
    return .visitChildren
  }

  private func note(_ binding: PatternBindingSyntax, in owner: String?) {
    let name = binding.pattern.trimmedDescription
    if ["liveValue", "previewValue", "testValue"].contains(name),
      let source, let key = names.type(around: binding, in: source)
    {
      defaultValues[key, default: []].insert(name)
    }
    let type = binding.typeAnnotation?.type
    addType(of: name, type, binding.initializer?.value)
    if let shape = type.flatMap(Self.shape) { closures[name, default: []].insert(shape) }
    if binding.isContainer, let variable = binding.parent?.parent?.as(VariableDeclSyntax.self) {
      let isMember = variable.parent?.is(MemberBlockItemSyntax.self) == true
      let isLocal = !isMember && !variable.isGlobal || Syntax(variable).isPrivate
      addContainer(name, of: isMember ? owner : nil, isLocal: isLocal)
      if isMember {
        containerLabels.insert(name)
        // A memberwise initializer has a parameter for the property, so also record the property as
        // a parameter that receives a container.
        for callee in [owner ?? "", "init"] { containerParameters.insert("\(callee) \(name)") }
      }
    }
    if owner == "DependencyValues" {
      valuesKeys.insert(name)
      typesOfValues[name] =
        type?.withoutOptional.trimmedDescription ?? binding.initializer?.value.typeName
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
  /// Whether the type is `Container` or `Assembler`, or an optional of either.
  var isContainer: Bool {
    ["Assembler", "Container"].contains(trimmedDescription.filter { !"?!".contains($0) })
  }
}

extension VariableDeclSyntax {
  /// Whether the declaration is at file level, possibly inside an `#if` block.
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

extension ExprSyntax {
  /// The type name that an expression such as `Injector(…)` or `Injector.shared` begins with, or
  /// `nil` if the expression does not show its type.
  fileprivate var typeName: String? {
    if lastComponent == "resolver" { return "Resolver" }
    let called = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
    let first = called.trimmedDescription.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return first.first?.isUppercase == true ? String(first) : nil
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
  /// The returned expression if the statement is a `return` statement, or the statement itself if
  /// it is an expression.
  var expression: ExprSyntax? {
    item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  var isFatal: Bool {
    ["fatalError", "preconditionFailure"].contains(calledExpression.trimmedDescription)
  }

  /// The default scope of a Swinject container or assembler that the call creates, such as
  /// `.container`, or `nil` for other calls.
  var defaultScope: String? {
    guard ["Assembler", "Container"].contains(calledExpression.lastComponent) else { return nil }
    let scope = arguments.first { $0.label?.text == "defaultObjectScope" }?.expression
    return scope.map { ".\($0.lastComponent)" } ?? ".graph"
  }
}

extension String {
  var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}

extension SyntaxProtocol {
  var lastComponent: String { trimmedDescription.lastComponent }

  /// The name of the innermost type whose declaration or extension contains this node.
  var enclosingTypeName: String? { owner?.typeName }
}

extension ClosureExprSyntax {
  /// The closure's only expression, or `nil` if the closure does not consist of a single
  /// expression.
  var only: ExprSyntax? { statements.count == 1 ? statements.first?.expression : nil }
}
