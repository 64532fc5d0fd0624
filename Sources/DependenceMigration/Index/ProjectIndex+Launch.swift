import SwiftSyntax

/// A phase of the program that a piece of code may run in.
enum RunTime: Hashable {
  /// While the program starts.
  case launch
  /// In a test, or before each test.
  case test
  /// In an Xcode preview.
  case preview
  /// At any other time, such as after a login, or at an unknown time.
  case later
}

extension ProjectIndex {
  /// Returns the phases of the program that a piece of code may run in, determined from all uses of
  /// the function or type that contains it.
  ///
  /// The migration turns a registration into a call to `prepareDependencies` only if the
  /// registration cannot run in the phase `later`, after launch. Code in a function that the
  /// project does not use gets the phase `later`, because another package may call the function at
  /// any time.
  func runTimes(of node: some SyntaxProtocol, in source: MigrationSource) -> Set<RunTime> {
    var visited: Set<String> = []
    let found = runTimes(of: Syntax(node), isTest: source.isTest, visited: &visited)
    return found.isEmpty ? [.later] : found
  }

  /// Returns the expressions that may use a function, found by the function's name without
  /// resolving types. `isTest` is `true` for an expression in a test file.
  func uses(of function: FunctionDeclSyntax) -> [(node: Syntax, isTest: Bool)] {
    let owner = function.owner?.typeName
    return references[function.name.text, default: []].filter { mayMean($0.node, memberOf: owner) }
  }

  /// Returns the statements that may run before the given node: those above the node in its
  /// function, and those above each call to that function.
  func statements(before node: some SyntaxProtocol) -> [CodeBlockItemSyntax] {
    var visited: Set<String> = []
    return statements(before: Syntax(node), visited: &visited)
  }

  private func statements(
    before node: Syntax,
    visited: inout Set<String>
  ) -> [CodeBlockItemSyntax] {
    var found: [CodeBlockItemSyntax] = []
    var inner = node
    for outer in node.ancestors {
      if let list = outer.as(CodeBlockItemListSyntax.self) {
        found += list.prefix { $0.position < inner.position }.filter {
          Syntax($0.item).preview == nil
        }
      }
      inner = outer
      guard let function = outer.as(FunctionDeclSyntax.self) else { continue }
      let (name, owner) = (function.name.text, function.owner?.typeName)
      if visited.insert("\(owner ?? "").\(name)").inserted {
        for use in references[name, default: []] where mayMean(use.node, memberOf: owner) {
          found += statements(before: use.node, visited: &visited)
        }
      }
      break
    }
    return found
  }

  private func runTimes(of node: Syntax, isTest: Bool, visited: inout Set<String>) -> Set<RunTime> {
    if isTest { return [.test] }
    var inner = node
    for outer in node.ancestors {
      switch outer.as(SyntaxEnum.self) {
      case .closureExpr(let closure):
        if outer.parent?.preview != nil { return [.preview] }
        if !closure.runsAtOnce { return [.later] }
      case .functionDecl(let function):
        if function.isEntryPoint { return [.launch] }
        if let owner = function.owner, isTestCase(owner.typeName) { return [.test] }
        return runTimes(of: function.name.text, in: function.owner, visited: &visited)
      case .initializerDecl(let initializer):
        guard let owner = initializer.owner else { return [.later] }
        return owner.isEntryPoint
          ? [.launch] : runTimes(ofMaking: owner.typeName, visited: &visited)
      case _ where outer.preview != nil: return [.preview]
      case .patternBinding(let binding):
        guard let variable = outer.parent?.parent?.as(VariableDeclSyntax.self) else { break }
        let isLocal = variable.parent?.is(CodeBlockItemSyntax.self) == true
        let isGlobal = variable.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
        if isLocal, !isGlobal { break }
        if let owner = variable.owner {
          if owner.inheritanceClause.names.contains("PreviewProvider") { return [.preview] }
          let isPerInstance = !variable.modifiers.contains {
            ["lazy", "static"].contains($0.name.text)
          }
          if owner.isEntryPoint, binding.isStored, isPerInstance { return [.launch] }
          if binding.isStored, isPerInstance {
            return runTimes(ofMaking: owner.typeName, visited: &visited)
          }
        }
        let name = binding.pattern.trimmedDescription
        return runTimes(of: name, in: variable.owner, visited: &visited)
      case .sourceFile:
        // Only a program's main file can contain top-level statements. They run at launch.
        return inner.is(CodeBlockItemListSyntax.self) ? [.launch] : [.later]
      default: break
      }
      inner = outer
    }
    return [.later]
  }

  /// Returns the phases of the program that a function or property may be used in.
  private func runTimes(
    of name: String,
    in owner: (any DeclGroupSyntax)?,
    visited: inout Set<String>
  ) -> Set<RunTime> {
    let type = owner?.typeName
    return runTimes(of: "\(type ?? "").\(name)", visited: &visited) {
      references[name, default: []].filter { mayMean($0.node, memberOf: type) }
    }
  }

  /// Returns the phases of the program that an instance of a type may be created in.
  private func runTimes(ofMaking type: String, visited: inout Set<String>) -> Set<RunTime> {
    runTimes(of: type, visited: &visited) {
      references[type, default: []].filter { use in
        guard let member = use.node.parent?.as(MemberAccessExprSyntax.self) else { return true }
        // `Type.shared` accesses a static member and does not create an instance itself.
        return member.base?.id != use.node.as(ExprSyntax.self)?.id
          || ["init", "self"].contains(member.declName.baseName.text)
      }
    }
  }

  private func runTimes(
    of key: String,
    visited: inout Set<String>,
    uses: () -> [(node: Syntax, isTest: Bool)]
  ) -> Set<RunTime> {
    guard visited.insert(key).inserted else { return [] }
    let uses = uses()
    if uses.isEmpty { return [.later] }
    var found: Set<RunTime> = []
    for (node, isTest) in uses {
      // A declaration that has already been visited, such as a recursive function, adds no phases:
      // the nested call returns an empty set for it.
      found.formUnion(runTimes(of: node, isTest: isTest, visited: &visited))
      if found.contains(.later) { break }
    }
    return found
  }

  /// Returns `true` if a name may refer to a member of `type` or, if `type` is `nil`, to a global
  /// declaration.
  private func mayMean(_ node: Syntax, memberOf type: String?) -> Bool {
    if let member = node.parent?.as(MemberAccessExprSyntax.self),
      member.declName.id == node.as(DeclReferenceExprSyntax.self)?.id
    {
      guard let base = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      else { return type != nil }
      if ["self", "Self", "super"].contains(base) { return isInside(node, type) }
      return base.first?.isUppercase == true ? names.original(base) == type : type != nil
    }
    return type == nil || isInside(node, type)
  }

  private func isInside(_ node: Syntax, _ type: String?) -> Bool {
    guard let type else { return false }
    return node.ancestors.contains { outer in
      outer.asProtocol((any DeclGroupSyntax).self).map {
        names.inherits(type, in: $0.typeName) || names.inherits($0.typeName, in: type)
      } == true
    }
  }
}

extension ProjectIndex {
  /// Returns the members of a test case or suite that run before the member that contains `node`.
  /// These are stored properties with an initial value, initializers, and `setUp` methods, both of
  /// the type and of its superclasses. If the member is itself one of them, the type's own members
  /// are left out.
  func membersThatRun(before node: some SyntaxProtocol) -> [MemberBlockItemSyntax] {
    guard let member = node.ancestor(MemberBlockItemSyntax.self), let owner = member.owner else {
      return []
    }
    let own = early(in: owner.typeName)
    let inherited = names.ancestors(of: owner.typeName).sorted().flatMap(early)
    return (own.contains { $0.id == member.id } ? [] : own) + inherited
  }

  private func early(in type: String) -> [MemberBlockItemSyntax] {
    groups[type, default: []].flatMap { group in
      Array(group.memberBlock.members).filter(\.isInitialValue) + group.earlyMembers
    }
  }
}

extension MemberBlockItemSyntax {
  /// Whether the member is a stored instance property with an initial value, which is evaluated
  /// when the instance is created.
  fileprivate var isInitialValue: Bool {
    guard let variable = decl.as(VariableDeclSyntax.self) else { return false }
    return variable.bindings.contains { $0.isStored && $0.initializer != nil }
      && !variable.modifiers.contains { ["lazy", "static"].contains($0.name.text) }
  }
}

extension MigrationSource {
  /// The test frameworks that the file uses. The framework Quick counts as XCTest, because it runs
  /// its tests as XCTest cases.
  var runners: [String] {
    ["Testing", "XCTest"].filter {
      importedModules.contains($0) || $0 == "XCTest" && importedModules.contains("Quick")
    }
  }

  var isTest: Bool {
    !runners.isEmpty || path.split(separator: "/").dropLast().contains { $0.hasSuffix("Tests") }
  }
}

extension DeclGroupSyntax {
  /// The methods of a test case or suite that run before each test: `setUp` methods, initializers,
  /// and the methods of the same type that they call directly.
  var earlyMembers: [MemberBlockItemSyntax] {
    let functions = memberBlock.members.compactMap { item in
      let initializer = item.decl.is(InitializerDeclSyntax.self) ? "setUp" : nil
      return (item.decl.as(FunctionDeclSyntax.self)?.name.text ?? initializer).map {
        (item: item, name: $0, text: item.trimmedDescription)
      }
    }
    let first = functions.filter { $0.name.hasPrefix("setUp") }
    return functions.filter { function in
      first.contains { $0.item.id == function.item.id || $0.text.contains("\(function.name)(") }
    }.map(\.item)
  }

  /// Whether the type is the program's entry point, such as an `App` or an app delegate. It is
  /// created once, at launch.
  fileprivate var isEntryPoint: Bool {
    let markers: Set = ["main", "NSApplicationMain", "UIApplicationMain"]
    return attributes.contains {
      $0.as(AttributeSyntax.self).map { markers.contains($0.attributeName.lastComponent) } == true
    }
      || !inheritanceClause.names.filter {
        ["App", "UIApplicationDelegate", "NSApplicationDelegate"].contains($0)
      }
      .isEmpty
  }
}

extension FunctionDeclSyntax {
  /// Whether the function is a test that Swift Testing or XCTest runs.
  var isTestFunction: Bool {
    if attributes.contains(named: "Test") { return true }
    return name.text.hasPrefix("test") && signature.parameterClause.parameters.isEmpty
      && signature.returnClause == nil && owner != nil
  }

  private static let delegateFunctions: Set = [
    "applicationDidFinishLaunching", "applicationWillFinishLaunching",
  ]

  /// Whether the function runs once while the program starts.
  fileprivate var isEntryPoint: Bool {
    let labels = signature.parameterClause.parameters.map(\.firstName.text)
    let isDelegate =
      name.text == "application"
      && !Set(labels).isDisjoint(with: [
        "didFinishLaunchingWithOptions", "willFinishLaunchingWithOptions",
      ])
    let isMain = name.text == "main" && modifiers.contains { $0.name.text == "static" }
    // The library Factory calls a container's `autoRegister` method before the container is first
    // used, so the method counts as running at launch.
    return isDelegate || isMain || name.text == "autoRegister"
      || Self.delegateFunctions.contains(name.text)
  }
}

extension Syntax {
  /// The node itself if it is a `#Preview` macro, or `nil` otherwise.
  var preview: (any FreestandingMacroExpansionSyntax)? {
    let macro = asProtocol((any FreestandingMacroExpansionSyntax).self)
    return macro?.macroName.text == "Preview" ? macro : nil
  }
}

extension ClosureExprSyntax {
  /// The call that the closure is passed to, or `nil` if the closure is used in another way.
  var receiver: FunctionCallExprSyntax? {
    switch parent?.as(SyntaxEnum.self) {
    case .functionCallExpr(let call): call
    case .labeledExpr, .multipleTrailingClosureElement:
      parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    default: nil
    }
  }

  private static let callers: Set = [
    "assumeIsolated", "forEach", "prepareDependencies", "withLock",
  ]

  /// The names of functions that run their closure immediately when called on a collection, but
  /// later when called on a Combine publisher.
  private static let transformations: Set = ["compactMap", "filter", "flatMap", "map"]

  /// Whether the closure is called directly, or passed to a function that calls it immediately.
  var runsAtOnce: Bool {
    guard let call = parent?.as(FunctionCallExprSyntax.self) else { return false }
    if call.calledExpression.id == id { return true }
    let name = call.calledExpression.lastComponent
    if Self.callers.contains(name) { return true }
    return Self.transformations.contains(name)
      && call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.isCollection == true
  }
}

extension ExprSyntax {
  /// Whether the expression is a collection literal, a string literal, or a range, such as `[1, 2]`
  /// or `0..<3`.
  fileprivate var isCollection: Bool {
    let only = self.as(TupleExprSyntax.self)?.elements.first?.expression ?? self
    return [.arrayExpr, .dictionaryExpr, .stringLiteralExpr].contains(only.kind)
      || only.as(SequenceExprSyntax.self)?.elements.contains {
        ["...", "..<"].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text)
      } == true
  }
}
