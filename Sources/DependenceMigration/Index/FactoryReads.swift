import SwiftSyntax

/// Finds the factories, declared with the Factory library, that a piece of code reads directly or
/// through other code that it uses. The search compares names in the source code and does not
/// resolve types.
///
/// In Factory, a test that reads a factory without a test value gets the live instance (the one
/// used outside of tests). In the migrated test, the same read is an error, so the migration counts
/// these reads for its report. The report also lists registrations that may follow a read of the
/// same factory. Such a registration becomes a call to `prepareDependencies`, which cannot change a
/// dependency that has already been read.
struct FactoryReads {
  /// A piece of code to search: a top-level declaration, a member of a container, or a group of
  /// statements.
  private struct Unit {
    let id: SyntaxIdentifier
    var names: Set<String> = []
    /// The names of the factories that this code reads, with one element for each read.
    var reads: [String] = []
    /// The names of the factories whose closure this code replaces with a registered one.
    var overrides: Set<String> = []
  }

  /// For each name, the code outside of tests that declares it. Declarations of factories are
  /// stored in `factoryUnits` instead.
  private var units: [String: [Unit]] = [:]
  private var factoryUnits: [String: [Unit]] = [:]
  /// For each name, the code in tests that declares it.
  private var testUnits: [String: [Unit]] = [:]
  /// For each type in test files, the code that may run for every test of the type, such as the
  /// `setUp` method and the initial values of properties. The key is the type's name.
  private var setUps: [String: [Unit]] = [:]
  /// For each type in test files, the code that runs before each test of the type: traits, initial
  /// values of stored properties, initializers, and `setUp` methods. The key is the type's name.
  private var earlyUnits: [String: [Unit]] = [:]
  private let factories: Set<String>
  /// For each factory, the identifiers of the reads that run in at least one test without a
  /// registered value for the factory. The key is the factory's name.
  private var places: [String: Set<String>] = [:]

  init(_ sources: [MigrationSource], of project: ProjectIndex) {
    factories = Set(project.factories.keys)
    for source in sources where !source.isTest { add(source, of: project) }
    for source in sources where source.isTest { addTests(source) }
    for source in sources where source.isTest { follow(source, of: project) }
  }

  /// Returns the number of places in the code that read a factory during a test that registers no
  /// value for it. Each place counts once, even if several tests reach it.
  func count(of factory: String) -> Int { places[factory]?.count ?? 0 }

  private mutating func add(_ source: MigrationSource, of project: ProjectIndex) {
    for item in source.tree.statements {
      let group = item.item.asProtocol((any DeclGroupSyntax).self)
      let members = group?.memberBlock.members ?? []
      let isContainer = members.contains { member in
        member.decl.as(VariableDeclSyntax.self).flatMap {
          FactoryDeclaration($0, in: project.names)
        }
          != nil
      }
      // Skip an extension of a type that the project does not declare, such as `String`. Otherwise,
      // all code that names the type would be assumed to run the extension's code as well.
      if let group, group.is(ExtensionDeclSyntax.self), !isContainer,
        project.types[group.typeName]?.declarations ?? 0 == 0
      {
        continue
      }
      guard isContainer else {
        let unit = unit(of: item)
        for name in item.item.declaredTypeNames { units[name, default: []].append(unit) }
        continue
      }
      for member in members {
        let names = member.decl.as(VariableDeclSyntax.self)?.bindings
          .map(\.pattern.trimmedDescription)
        let name = names?.first ?? member.decl.as(FunctionDeclSyntax.self)?.name.text ?? ""
        let unit = unit(of: member, isContainer: true)
        if factories.contains(name) {
          factoryUnits[name, default: []].append(unit)
        } else {
          units[name, default: []].append(unit)
        }
      }
    }
  }

  private func unit(of node: some SyntaxProtocol, isContainer: Bool = false) -> Unit {
    var unit = Unit(id: node.id)
    for token in node.tokens(viewMode: .sourceAccurate) {
      guard case .identifier(let name) = token.tokenKind else { continue }
      // A type annotation, such as a parameter's type, neither creates an instance nor reads a
      // factory. Only names in expressions do.
      let isExpression = token.parent?.is(DeclReferenceExprSyntax.self) == true
      if name == "register", let factory = token.parent?.registered {
        unit.overrides.insert(factory)
      }
      guard factories.contains(name) else {
        if isExpression { unit.names.insert(name) }
        continue
      }
      let isPath = token.parent?.parent?.is(KeyPathPropertyComponentSyntax.self) == true
      let reference = token.parent?.as(DeclReferenceExprSyntax.self)
      var member = reference?.parent?.as(MemberAccessExprSyntax.self)
      var next = member
      if let base = member?.base, base.id == reference.map(ExprSyntax.init)?.id {
        member = nil
      } else {
        next = member?.parent?.as(MemberAccessExprSyntax.self)
      }
      let nextName = next?.declName.baseName.text
      if nextName == "register" {
        unit.overrides.insert(name)
      } else if isPath
        || member?.base?.lastComponent == "shared"
        || isContainer && token.parent?.is(DeclReferenceExprSyntax.self) == true
      {
        if !["reset", "onTest"].contains(nextName) { unit.reads.append(name) }
      } else if isExpression {
        unit.names.insert(name)
      }
    }
    return unit
  }

  /// Returns the names of the factories (dependencies declared with the Factory library) whose
  /// values the given statements read, directly or through code that they use.
  func factories(readBy statements: [CodeBlockItemSyntax]) -> Set<String> {
    let start = statements.filter {
      !$0.item.is(DeclSyntax.self) || $0.item.is(VariableDeclSyntax.self)
    }
    return Set(reached(from: start.map { unit(of: $0) }).reads.map(\.name))
  }

  /// Returns `true` if code that runs before the given test, `setUp` method, or initializer of a
  /// test case may register a value for a factory or read a factory.
  func runsCodeWithFactories(
    before declaration: some DeclSyntaxProtocol,
    in project: ProjectIndex
  ) -> Bool {
    let early = owners(of: declaration, in: project).flatMap { earlyUnits[$0, default: []] }
      .filter { $0.id != declaration.parent?.id }
    let traits = declaration.as(FunctionDeclSyntax.self).map { unit(of: $0.attributes) }
    let (reads, overrides) = reached(from: early + [traits].compactMap(\.self), inTests: true)
    return !reads.isEmpty || !overrides.isEmpty
  }

  /// Returns the names of the types that contain a declaration, along with the names of their
  /// superclasses and protocols.
  private func owners(of node: some SyntaxProtocol, in project: ProjectIndex) -> Set<String> {
    var pending = node.ancestors.compactMap {
      $0.asProtocol((any DeclGroupSyntax).self)?.typeName
    }
    var found: Set<String> = []
    while let owner = pending.popLast() {
      guard found.insert(owner).inserted else { continue }
      pending += project.names.parents[owner, default: []]
    }
    return found
  }

  private mutating func addTests(_ source: MigrationSource) {
    for item in source.tree.statements where !item.item.isProtocol((any DeclGroupSyntax).self) {
      for name in item.item.declaredTypeNames {
        testUnits[name, default: []].append(unit(of: item))
      }
    }
    for block in source.tree.nodes(MemberBlockSyntax.self) {
      guard let group = block.parent?.asProtocol((any DeclGroupSyntax).self) else { continue }
      setUps[group.typeName, default: []].append(unit(of: group.attributes))
      earlyUnits[group.typeName, default: []].append(unit(of: group.attributes))
      // Do not call `filter` on the list itself: it would copy the elements to a new tree, where
      // they have other identifiers. The identifiers are needed to count each read only once.
      earlyUnits[group.typeName, default: []] += Array(group.memberBlock.members)
        .filter { $0.decl.runsBeforeTests }.map { unit(of: $0) }
      var hasTests = group.is(ExtensionDeclSyntax.self)
      for member in group.memberBlock.members {
        guard let function = member.decl.as(FunctionDeclSyntax.self) else {
          setUps[group.typeName, default: []].append(unit(of: member))
          continue
        }
        if function.isTest {
          hasTests = true
        } else if ["setUp", "tearDown", "invokeTest"].contains(where: function.name.text.hasPrefix)
        {
          setUps[group.typeName, default: []].append(unit(of: member))
          hasTests = true
        } else {
          testUnits[function.name.text, default: []].append(unit(of: member))
        }
      }
      if !hasTests { testUnits[group.typeName, default: []].append(unit(of: group)) }
    }
  }

  /// Records all factory reads in the tests of a file and in the code that these tests use. If a
  /// test, or code that it uses, registers a value for a factory, the test's reads of the factory
  /// return that value and are not recorded.
  private mutating func follow(_ source: MigrationSource, of project: ProjectIndex) {
    for test in source.tree.nodes(FunctionDeclSyntax.self) where test.isTest {
      let start =
        [unit(of: test)] + owners(of: test, in: project).flatMap { setUps[$0, default: []] }
      let (reads, overrides) = reached(from: start, inTests: true)
      for (name, place) in reads where !overrides.contains(name) {
        places[name, default: []].insert(place)
      }
    }
  }

  /// Returns all factory reads and registrations in the given pieces of code and in all code that
  /// they use, directly or indirectly.
  private func reached(
    from start: [Unit],
    inTests: Bool = false
  ) -> (reads: [(name: String, place: String)], overrides: Set<String>) {
    var pending = start
    var seen: Set<String> = []
    var overrides: Set<String> = []
    var reads: [(name: String, place: String)] = []
    // Several names may lead to the same piece of code, whose reads must be counted only once.
    var visited: Set<SyntaxIdentifier> = []
    while let unit = pending.popLast() {
      guard visited.insert(unit.id).inserted else { continue }
      // Also collect the registrations in code that a test uses, because they apply to the test.
      // For example, a test may call a method of a container that registers values.
      overrides.formUnion(unit.overrides)
      reads += unit.reads.enumerated().map { ($1, "\(unit.id) \($0)") }
      for name in unit.names where seen.insert(name).inserted {
        pending += units[name, default: []] + (inTests ? testUnits[name, default: []] : [])
      }
      for name in unit.reads where seen.insert("\\.\(name)").inserted {
        pending += factoryUnits[name] ?? []
      }
    }
    return (reads, overrides)
  }
}

extension FunctionDeclSyntax {
  /// Whether the function is a test, or the `spec` method that contains tests written with Quick.
  fileprivate var isTest: Bool { isTestFunction || name.text == "spec" }
}

extension DeclSyntaxProtocol {
  /// Whether this member of a test case or suite runs before each test: an initializer, a `setUp`
  /// method, or a stored property, whose initial value is evaluated when the instance is created.
  fileprivate var runsBeforeTests: Bool {
    if let variable = self.as(VariableDeclSyntax.self) {
      return variable.bindings.contains(where: \.isStored)
        && !variable.modifiers.contains { ["lazy", "static"].contains($0.name.text) }
    }
    let name = self.as(FunctionDeclSyntax.self)?.name.text
    return self.is(InitializerDeclSyntax.self) || name?.hasPrefix("setUp") == true
  }
}

extension SyntaxProtocol {
  /// The name of the factory if this node is the name `register` in an expression such as
  /// `Container.shared.service.register`. The factory does not have to be declared in the project.
  fileprivate var registered: String? {
    let member = parent?.as(MemberAccessExprSyntax.self)
    let factory = member?.base?.as(MemberAccessExprSyntax.self)
    let container = factory?.base?.trimmedDescription ?? ""
    guard member?.declName.id == id, container == "$0" || container.hasSuffix(".shared")
    else { return nil }
    return factory?.declName.baseName.text
  }

  /// The names of the declared type, function, or variables. For a type, these include the names of
  /// all types nested in it.
  fileprivate var declaredTypeNames: Set<String> {
    if let group = asProtocol((any DeclGroupSyntax).self) {
      let members = group.memberBlock.members.map(\.decl)
      return members.filter { $0.isProtocol((any DeclGroupSyntax).self) }
        .reduce(into: [group.typeName]) { $0.formUnion($1.declaredTypeNames) }
    }
    if let function = self.as(FunctionDeclSyntax.self) { return [function.name.text] }
    let bindings = self.as(VariableDeclSyntax.self)?.bindings
    return Set(bindings?.map(\.pattern.trimmedDescription) ?? [])
  }
}
