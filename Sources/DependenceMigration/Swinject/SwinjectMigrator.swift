import SwiftSyntax

/// Migrates files that use Swinject. An assembly becomes a list of modules.
final class SwinjectMigrator: Migrator {
  override class var remedies: [String: String] {
    [
      "Assembler":
        "call 'prepareDependencies(Dependencies { A().modules })' where the program starts",
      "Assembly": "use its 'modules', which have the type 'Dependencies'",
      "Container":
        "write 'Dependencies { Module { … } }', and bind it with 'withDependencies' or 'prepareDependencies'",
      "Resolver": "remove it, and read with '@Inject'",
    ]
  }

  /// The names of resolvers and containers that do not exist in the visited code after the
  /// migration. Every use of them that cannot be migrated is reported.
  var gone: Set<String> = []
  private var dependencies: String { project.qualified("Dependencies") }

  /// The Swinject types that have already been reported, each with the declaration that uses it.
  private var noted: Set<NotedType> = []

  private struct NotedType: Hashable {
    var owner: SyntaxIdentifier
    var name: String
  }

  /// Whether the file resolves services from a container. A file can do so without importing
  /// Swinject.
  private lazy var asks = source.tree.nodes(FunctionCallExprSyntax.self).contains { call in
    guard let resolution = Resolution(call) else { return project.makes(call) }
    return project.registrations[resolution.key] != nil && !finds(call)
  }

  override var isReached: Bool { super.isReached || asks }

  override func migrate() {
    if super.isReached, isTest, let usual = project.defaultScope {
      for call in source.tree.nodes(FunctionCallExprSyntax.self) {
        guard let scope = call.defaultScope, scope != usual else { continue }
        note(
          call,
          why:
            "the default scope of this container is '\(scope)', but the modules have the default scope '\(usual)' of the program",
          write: "see the article 'Choose the lifetime of a module'"
        )
      }
    }
    super.migrate()
    guard !super.isReached, asks, let first = source.tree.imports.first else { return }
    products.insert("DependenceModules")
    if imports.contains("DependenceModules") { return }
    insert("import DependenceModules\(source.newline)", before: first.node)
  }

  /// Whether a call invokes a `resolve` function declared in the project. Such a call stays
  /// unchanged.
  private func finds(_ call: FunctionCallExprSyntax) -> Bool {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let root = call.rootName
    else { return false }
    if root.first?.isUppercase != true, super.isReached { return mayBeOwn(call, on: member) }
    return (root.first?.isUppercase == true || !super.isReached)
      && project.declaresFunction("resolve")
      && !["Assembler", "Container"].contains(root)
      && !project.containers.union(["container", "resolver"])
        .contains(member.base?.lastComponent ?? "")
  }

  /// Whether a call to `resolve` in a file that imports Swinject may invoke a function of the
  /// project instead. This is determined from the types with which the receiver's name is declared.
  private func mayBeOwn(_ call: FunctionCallExprSyntax, on member: MemberAccessExprSyntax) -> Bool {
    guard let base = member.base else { return false }
    let name = String(base.lastComponent.filter { !"?!".contains($0) })
    if gone.contains(name) { return false }
    let declared = project.declaredTypes(of: name, in: source)
    let types = name == "self" ? [call.enclosingTypeName ?? ""] : declared
    let isTheirs = { (type: String) in
      Self.resolvers.contains { self.project.names.inherits($0, in: type) }
    }
    if types.contains(where: { !isTheirs($0) && project.names.isMember("resolve", of: $0) }) {
      return true
    }
    if types.contains(where: isTheirs) { return false }
    // A type that is not declared in the project may be a container. Assume this only if the file
    // also calls `register` on the receiver.
    if types.contains(where: { project.types[$0] == nil }) {
      return !source.text.contains("\(name).register(")
    }
    return !project.containers.union(["container", "resolver"]).contains(name)
      && project.names.types(declaring: "resolve").contains { !isTheirs($0) }
  }

  private static let resolvers = ["Assembler", "Container", "Resolver"]

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.as(SyntaxEnum.self) {
    case .codeBlockItemList(let node): return migrate(node)
    case .functionCallExpr(let node): return migrate(node)
    case .functionDecl(let node): return migrate(node)
    case .binaryOperatorExpr(let node) where node.operator.text == "~>":
      note(
        node,
        why: "the command cannot determine the precedence of '~>' next to other operators",
        write: "write 'Dependencies.resolveIfRegistered(Service.self)!'"
      )
    case .genericParameter(let node): constrain(node)
    case .guardStmt(let node):
      let binding = node.conditions.first?.condition.as(OptionalBindingConditionSyntax.self)
      guard project.hasTheirContainers, let name = binding.map({ text($0.pattern) }),
        binding?.ownGuard != nil, project.containers.contains(name), !isHanded(name)
      else { break }
      return settle(node, as: nil, isGone: true)
    case .returnStmt(let node):
      guard project.hasTheirContainers, let made = node.ancestor(FunctionDeclSyntax.self)?.made
      else { break }
      return settle(node, as: node.expression, isGone: node.expression.map(text) == made)
    case .sequenceExpr(let node):
      guard project.hasTheirContainers, node.parent?.is(CodeBlockItemSyntax.self) == true,
        let value = node.assigned, let target = node.elements.first,
        value.isEmptyContainer || project.preparation(of: value) != nil,
        !isHanded(target.lastComponent)
      else { break }
      return settle(node, as: value, isGone: value.isEmptyContainer)
    case .variableDecl(let node): return migrate(node)
    default: return super.visitAny(node)
    }
    return .visitChildren
  }

  // MARK: - Assemblies

  private func migrate(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if project.hasTheirContainers, node.made != nil, let result = node.signature.returnClause,
      let body = node.body
    {
      replace(node.signature.parameterClause.end..<result.end, with: "")
      walk(node.signature.parameterClause)
      walk(body)
      return .skipChildren
    }
    if node.name.text == "loaded",
      node.signature.parameterClause.parameters.first?.firstName.text == "resolver",
      let owner = node.enclosingTypeName, project.names.inherits("Assembly", in: owner)
    {
      note(
        node,
        why: "'Assembler' called 'loaded(resolver:)', but now it is not called",
        write:
          "call it at the start of the program, after the modules are prepared, and resolve without the resolver"
      )
      node.body.map { walk($0) }
      return .skipChildren
    }
    guard let container = node.container, let body = node.body else { return .visitChildren }
    let owner = node.parent?.parent?.parent?.parent?.asProtocol((any DeclGroupSyntax).self)
    let head: String
    if node.isAssemble {
      if let clause = owner?.inheritanceClause { removeAssembly(from: clause) }
      head = "var modules: \(dependencies) { \(dependencies) {"
    } else if node.isAssembler {
      head = "func \(node.name.text)() -> \(dependencies) { \(dependencies) {"
    } else {
      return .visitChildren
    }
    let start = node.funcKeyword.start
    replace(start..<body.leftBrace.end, with: head)
    insert(" }", after: body.rightBrace)
    assemble(body.statements, in: container)
    return .skipChildren
  }

  /// Whether a member is the method `assemble` of an assembly.
  private func isAssemble(_ member: MemberBlockItemSyntax) -> Bool {
    member.decl.as(FunctionDeclSyntax.self)?.isAssemble == true
  }

  private func removeAssembly(from clause: InheritanceClauseSyntax) {
    let types = Array(clause.inheritedTypes)
    let names = types.map(\.type.lastComponent)
    switch names.firstIndex(of: "Assembly") {
    case 0 where types.count == 1: replace(clause, with: "")
    case 0: removeWord(types[0])
    case let index?: replace(types[index - 1].type.end..<types[index].type.end, with: "")
    case nil: break
    }
  }

  /// Migrates the statements in an assembly to the elements of a `Dependencies { … }` list.
  private func assemble(_ statements: CodeBlockItemListSyntax, in container: String) {
    let outside = gone
    gone.insert(container)
    defer { gone = outside }
    for item in statements {
      if isPart(item) {
        migrate(part: item)
      } else if let condition = item.item.as(IfConfigDeclSyntax.self) {
        for case .statements(let list) in condition.clauses.compactMap(\.elements) {
          assemble(list, in: container)
        }
      } else if item.item.is(VariableDeclSyntax.self) {
        walk(item)
      } else {
        note(
          item,
          why: "a module does not support this statement of an assembly",
          write: remedy(for: item)
            ?? "run it at the start of the program, after the modules are prepared"
        )
      }
    }
  }

  /// Returns advice for a registration that the migration cannot convert. The advice names the type
  /// that the user's module has to provide, because the migrated code resolves this type.
  private func remedy(for node: some SyntaxProtocol) -> String? {
    let calls = node.nodes(FunctionCallExprSyntax.self)
    guard
      let call = calls.first(where: {
        ["autoregister", "register"].contains($0.calledExpression.lastComponent)
      }),
      let type = call.arguments.first?.expression.metatype
    else { return nil }
    let key = Registration.Key(type, named: call.argument("name"))
    let provided = project.provided(key, as: type).type
    let module =
      "write a 'Module { … }' that provides '\(provided)', which is the type that its readers resolve"
    return module + (key.name.map { ", named \($0)" } ?? "")
  }

  /// Returns the call in a statement that registers more services in the same container, such as
  /// `OtherAssembly().assemble(container: container)`.
  private func assembling(_ item: CodeBlockItemSyntax) -> FunctionCallExprSyntax? {
    guard let call = item.item.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
      call.arguments.count == 1, let argument = call.arguments.first?.expression,
      call.assembly != nil
        || !text(argument).hasPrefix("$") && argument.metatype == nil
          && project.assemblers.contains(call.calledExpression.lastComponent)
    else { return nil }
    return call
  }

  private func isPart(_ item: CodeBlockItemSyntax) -> Bool {
    assembling(item) != nil || item.item.is(ExprSyntax.self) && registration(at: item) != nil
  }

  private func migrate(part item: CodeBlockItemSyntax) {
    if let registration = registration(at: item) { return migrate(registration, at: item) }
    guard let call = assembling(item), let close = call.rightParen else { return }
    if let assembly = call.assembly {
      replace(assembly.end..<call.end, with: ".modules")
    } else if let open = call.leftParen {
      replace(open.end..<close.start, with: "")
    }
  }

  /// Parses a statement that registers a service with a Swinject container. Returns `nil` if the
  /// registration cannot be written as a `Module` of this library.
  private func registration(at item: CodeBlockItemSyntax) -> Registration? {
    guard let registration = item.expression.flatMap(Registration.init) else { return nil }
    // Each type in `.implements(…)` becomes a separate module. Such a module would keep an instance
    // with the scope `.weak`, and it cannot convert a registered closure with parameters to the
    // other type. Neither kind of registration is therefore supported.
    if !registration.forwarded.isEmpty,
      registration.scope(in: project) == ".weak" || !registration.parameters.isEmpty
    {
      return nil
    }
    guard let completion = registration.completion else { return registration }
    // A `Module` cannot express a cycle in which two services depend on each other.
    return completion.parameters.count == 2 && registration.parameters.isEmpty
      && !project.isReached(registration.key, from: registration.resolved) ? registration : nil
  }

  /// Reports a registration if an earlier one, possibly in `setUp`, has the same type and name.
  /// Swinject uses the last registration. This library reports duplicates in one list as an issue, and ignores a duplicate
  /// in a later call to `prepareDependencies`.
  private func noteDuplicate(_ registration: Registration, at item: CodeBlockItemSyntax) {
    if item.ancestor(IfConfigClauseSyntax.self) != nil { return }
    let replacesProgram = !isTest || replaces(registration, at: item)
    for key in registration.keys {
      let others = project.registrations[key, default: []]
      let first = others.first { other in
        let list = other.closure.ancestor(CodeBlockItemListSyntax.self)
        return other.isTest ? isTest && list?.id == item.parent?.id : replacesProgram
      }
      let isSecond = first.map { $0.closure.id != registration.closure.id } == true
      guard isSecond || others.contains(where: { $0.isTest && runsInSetUp($0, before: item) })
      else { continue }
      note(
        item,
        why:
          "'\(key.type)' is registered more than once: dependence reports this, and uses the last module of one list, but the first of several 'prepareDependencies' calls",
        write: "keep one of the registrations, or give each a name"
      )
    }
  }

  /// Whether a registration belongs to a `setUp` method, or to a method that it calls, which runs
  /// before another function of the same test case or suite. An initializer counts as `setUp`.
  private func runsInSetUp(_ registration: Registration, before item: CodeBlockItemSyntax) -> Bool {
    guard isTest, let owner = registration.closure.owner, let test = item.enclosingTypeName,
      project.names.inherits(owner.typeName, in: test),
      let member = registration.closure.ancestor(MemberBlockItemSyntax.self),
      let itemMember = item.ancestor(MemberBlockItemSyntax.self), member.id != itemMember.id
    else { return false }
    let early = owner.earlyMembers
    return early.contains { $0.id == member.id }
      && (owner.typeName != test || !early.contains { $0.id == itemMember.id })
  }

  /// Whether a registration in a test may replace a registration in the production code. This is
  /// possible if nearby statements apply assemblies to a container, or if an assembler applies the
  /// registration's assembly together with another assembly that registers the same service.
  private func replaces(_ registration: Registration, at item: CodeBlockItemSyntax) -> Bool {
    if let function = item.ancestor(FunctionDeclSyntax.self), function.isAssemble {
      let others = registration.keys.flatMap { project.registrations[$0, default: []] }
        .compactMap(\.closure.enclosingTypeName).filter { $0 != item.enclosingTypeName }
      return project.references[item.enclosingTypeName ?? "", default: []].contains { use in
        use.node.ancestors.contains { outer in
          outer.as(FunctionCallExprSyntax.self)?.assemblies?
            .flatMap { $0.nodes(DeclReferenceExprSyntax.self) }
            .contains { others.contains($0.baseName.text) } == true
        }
      }
    }
    let list = item.parent?.as(CodeBlockItemListSyntax.self)
    return list?.contains { other in
      assembling(other) != nil
        || other.nodes(FunctionCallExprSyntax.self).contains { $0.assemblies?.isEmpty == false }
    } == true
  }

  /// Returns the code of a module that provides a registered instance as another type listed in the
  /// registration's `.implements(…)`.
  private func forward(to type: String, _ registration: Registration, _ form: Form) -> String {
    let (_, resolved) = project.provided(registration.key, as: registration.type)
    let name = registration.key.name.map { ", named: \($0)" } ?? ""
    let find = "\(dependencies).resolveIfRegistered(\(resolved).self\(name))!"
    let module = project.qualified("Module")
    return form == .value
      ? "\(module) { \(find) as \(type) }"
      : "\(module) { \(project.qualified("Provider")) { \(find)() as \(type) } }"
  }

  private func migrate(_ registration: Registration, at item: CodeBlockItemSyntax) {
    noteDuplicate(registration, at: item)
    let closure = registration.closure
    let form = project.provided(registration.key, as: registration.type).form
    let type = registration.type.lastComponent
    let isShared =
      form == .value && registration.scope(in: project) == ".weak"
      && project.isInstanceOfClass(closure, as: type)
    let arguments = [registration.key.name, isShared ? "lifetime: .shared" : nil].compactMap(\.self)
    let name = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    let module = project.qualified("Module")
    let only = closure.only
    let isPlain =
      registration.completion == nil && only?.is(SequenceExprSyntax.self) == false
      && only?.is(TryExprSyntax.self) == false
    let provider = project.qualified("Provider")
    var head = "\(module)\(name) {" + (form == .provider ? " \(provider) {" : "")
    if form == .closure {
      let types = registration.parameters.map(\.type).joined(separator: ", ")
      let names = registration.parameters.map(\.name).joined(separator: ", ")
      head += " () -> (@Sendable (\(types)) -> \(registration.type)) in { \(names) in"
    } else if !isPlain {
      head += " () -> \(registration.type) in"
    }
    let start = closure.signature?.end ?? closure.leftBrace.end
    let whole = Syntax(item.item).byteRange
    let outside = gone
    gone.insert(registration.resolver ?? "$0")
    let next = source.newline + source.indentation(of: item)
    let ending =
      (form == .value ? "" : " }")
      + registration.forwarded.map { next + forward(to: $0, registration, form) }.joined()
    if let completion = registration.completion, let first = completion.statements.first {
      let line = source.newline + source.indentation(of: closure.rightBrace)
      let made = completion.parameters[1].name
      gone.insert(completion.parameters[0].name)
      replace(
        whole.lowerBound..<start,
        with: "\(head)\(line)  let \(made): \(registration.type) = "
          + (only == nil ? "{ () -> \(registration.type) in" : "")
      )
      if let only {
        replace(start..<only.start, with: "")
        replace(only.end..<first.start, with: line + "  ")
      } else {
        replace(closure.rightBrace.start..<first.start, with: "}()\(line)  ")
      }
      replace(
        (completion.statements.last ?? first).end..<whole.upperBound,
        with: "\(line)  return \(made)\(line)}\(ending)"
      )
      walk(completion.statements)
    } else {
      replace(whole.lowerBound..<start, with: head)
      replace(closure.rightBrace.end..<whole.upperBound, with: ending)
    }
    walk(closure.statements)
    // Insert the cast after the call to `walk`, which may append a call to a provider to the same
    // expression.
    if form != .closure, isPlain, let only { insert(" as \(registration.type)", after: only) }
    gone = outside
    if closure.signature?.attributes.contains(named: "MainActor") == true {
      note(
        item,
        why: "the registered closure runs on the main actor, but the closure of a module does not",
        write:
          "create the instance in 'MainActor.assumeIsolated { … }' if all its readers run on the main actor"
      )
    }
    if form == .closure, registration.isKept(in: project) {
      note(
        item,
        why:
          "\(registration.scopeText(in: project)) kept an instance, but now each call creates one",
        write: "provide the instance as a separate dependency, and resolve it in the closure"
      )
    }
    if form == .value, !isShared, registration.scope(in: project) != ".container",
      !project.isConstant(closure, as: registration.type.lastComponent),
      !project.isStatelessObject(closure)
    {
      note(
        item,
        why:
          "\(registration.scopeText(in: project)) created several instances, but now all readers share one",
        write: "see the article 'Choose the lifetime of a module'"
      )
    }
  }

  // MARK: - Uses

  private func migrate(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let outside = gone
    defer { gone = outside }
    if node.contains(where: isPart), project.runTimes(of: node, in: source).contains(.later) {
      for item in node {
        if isPart(item) { noteLate(item) } else { walk(item) }
      }
      return .skipChildren
    }
    wrapRuns(
      of: node,
      in: "prepareDependencies(\(dependencies) {",
      "})",
      where: isPart,
      migrate: migrate(part:)
    )
    return .skipChildren
  }

  private func migrate(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let generic = node.resolvedGeneric, let close = node.rightParen {
      // The generic type may be registered as a value or as a provider, so look up both.
      let name = node.argument("name").map { ", named: \(text($0))" } ?? ""
      let find = "\(dependencies).resolveIfRegistered"
      let made = "\(project.qualified("Provider"))<\(generic)>"
      replace(
        node.start..<close.end,
        with: "(\(find)(\(made).self\(name))?() ?? \(find)(\(generic).self\(name)))"
      )
      return .skipChildren
    }
    if node.parent?.is(CodeBlockItemSyntax.self) == true, node.assemblies != nil {
      return settle(node, as: ExprSyntax(node), isGone: false)
    }
    if project.makes(node), node.parent?.is(CodeBlockItemSyntax.self) != true {
      note(node, why: "'Container' has no equivalent", write: Self.remedies["Assembler"] ?? "")
    }
    guard let resolution = Resolution(node), let close = node.rightParen else {
      if node.calledExpression.lastComponent == "register", node.takesFactory,
        node.arguments.first?.expression.metatype != nil
      {
        note(
          node,
          why: "a module does not support this registration",
          write: remedy(for: node) ?? "write a 'Module { … }'"
        )
        walk(node.arguments)
        return .skipChildren
      }
      if node.calledExpression.lastComponent == "resolve",
        node.arguments.contains(where: { $0.label?.text.hasPrefix("argument") == true })
      {
        noteArguments(of: node)
      }
      return .visitChildren
    }
    if finds(node) {
      if super.isReached, node.rootName?.first?.isUppercase != true {
        note(
          node,
          why: "this 'resolve' may be a function of the project, so the call was not changed",
          write:
            "remove this comment if it is, or write 'Dependencies.resolveIfRegistered(\(resolution.type).self)' if a Swinject container resolves the type"
        )
      }
      return .visitChildren
    }
    if let wrapped = resolution.wrapped, project.registrations[resolution.key] == nil {
      return migrateOptional(node, resolution, wrapped)
    }
    if ["Lazy<", "Provider<"].contains(where: resolution.type.hasPrefix),
      project.registrations[resolution.key] == nil
    {
      let registered = resolution.type.drop { $0 != "<" }.dropFirst().dropLast()
      let why =
        "'\(resolution.type)' is resolved here, but only '\(registered)' can be registered, and dependence has no such wrapper"
      note(node, why: why, write: "resolve the type itself, where it is needed")
      return .skipChildren
    }
    let (form, type) = project.provided(resolution.key, as: resolution.type)
    guard (form == .closure) != resolution.arguments.isEmpty else {
      noteArguments(of: node)
      return .skipChildren
    }
    let name = resolution.key.name.map { ", named: \($0)" } ?? ""
    let find = "\(dependencies).resolveIfRegistered"
    replace(node.start..<close.end, with: "\(find)(\(type).self\(name))")
    if form != .value {
      let call = "(\(resolution.arguments.joined(separator: ", ")))"
      let forced = node.parent?.as(ForceUnwrapExprSyntax.self)
      insert(forced == nil ? "?" + call : call, after: Syntax(forced) ?? Syntax(node))
    }
    return .skipChildren
  }

  /// Migrates `resolve(Service?.self)!`. In Swinject, this expression is `nil` if no `Service` is
  /// registered.
  private func migrateOptional(
    _ node: FunctionCallExprSyntax,
    _ resolution: Resolution,
    _ wrapped: String
  ) -> SyntaxVisitorContinueKind {
    let key = Registration.Key(wrapped, named: node.argument("name"))
    let (form, type) = project.provided(key, as: wrapped)
    guard resolution.arguments.isEmpty, form != .closure,
      let forced = node.parent?.as(ForceUnwrapExprSyntax.self)
    else {
      note(
        node,
        why:
          "Swinject resolves '\(wrapped)?' with the registration of '\(wrapped)', but dependence "
          + "looks for a registration of '\(wrapped)?' itself",
        write: "resolve '\(wrapped)', and treat 'nil' as not registered"
      )
      return .skipChildren
    }
    let name = key.name.map { ", named: \($0)" } ?? ""
    let find = "\(dependencies).resolveIfRegistered(\(type).self\(name))"
    replace(forced, with: form == .value ? find : "\(find)?()")
    return .skipChildren
  }

  private func noteArguments(of node: FunctionCallExprSyntax) {
    note(
      node,
      why: "a dependency cannot be resolved with arguments",
      write: "register a closure, resolve it, and call it with the arguments"
    )
  }

  /// Adds the constraint `Sendable` to a generic parameter if the code resolves a service of that
  /// type.
  private func constrain(_ node: GenericParameterSyntax) {
    let calls = node.parent?.parent?.parent?.nodes(FunctionCallExprSyntax.self)
    if node.colon == nil, calls?.contains(where: { $0.resolvedGeneric == node.name.text }) == true {
      insert(": Sendable", after: node.name)
    }
  }

  /// Reports only the first use of a Swinject type in each type declaration, for example in the
  /// type of a property. The report states the number of uses. Other uses, such as the initializer
  /// parameter for that property, change together with the first one.
  private func noteType(_ name: TokenSyntax) {
    guard let remedy = Self.remedies[name.text], isTheirs(name.text, at: name) else { return }
    guard let owner = name.owner, name.parent?.is(IdentifierTypeSyntax.self) == true
    else { return super.noteName(name) }
    guard noted.insert(NotedType(owner: owner.id, name: name.text)).inserted else { return }
    let uses = owner.memberBlock.tokens(viewMode: .sourceAccurate).count {
      $0.text == name.text && $0.owner?.id == owner.id
        && $0.parent?.is(IdentifierTypeSyntax.self) == true
    }
    note(
      name,
      why: "'\(name.text)' has no equivalent",
      write: remedy + (uses > 1 ? ", at all \(uses) uses in this declaration" : "")
    )
  }

  override func noteName(_ name: TokenSyntax) {
    // The conformance to `Assembly` is removed together with the method `assemble`, so do not
    // report it.
    if name.text == "Assembly", name.parent?.parent?.is(InheritedTypeSyntax.self) == true,
      name.owner?.memberBlock.members.contains(where: isAssemble) == true
    {
      return
    }
    guard gone.contains(name.text) else { return noteType(name) }
    // In a closure other than the one passed to `register`, `$0` is not the resolver.
    let call = name.ancestor(ClosureExprSyntax.self)?.parent?.as(FunctionCallExprSyntax.self)
    if name.text == "$0", call?.calledExpression.lastComponent != "register" { return }
    note(
      name,
      why: "there is no resolver or container that can be passed on",
      write:
        "resolve here with 'Dependencies.resolveIfRegistered(Service.self)', and pass the value on"
    )
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call receives a function that makes an instance, as all of Swinject's `register`
  /// methods do.
  fileprivate var takesFactory: Bool {
    trailingClosure != nil
      || arguments.contains {
        $0.expression.is(ClosureExprSyntax.self)
          || $0.label?.text.lowercased().hasSuffix("factory") == true
      }
  }

  /// The name of the generic parameter whose type the call resolves, such as `T` in
  /// `resolve(T.self)`. It is `nil` if the type is not a generic parameter.
  fileprivate var resolvedGeneric: String? {
    guard let member = calledExpression.as(MemberAccessExprSyntax.self), member.base != nil,
      member.declName.baseName.text == "resolve", let first = arguments.first?.expression,
      arguments.dropFirst().allSatisfy({ $0.label?.text == "name" })
    else { return nil }
    let function = ancestor(FunctionDeclSyntax.self)
    let parameter = function?.signature.parameterClause.parameters.first {
      $0.name == first.trimmedDescription
    }
    let type =
      first.metatype
      ?? parameter.flatMap { $0.type.as(MetatypeTypeSyntax.self)?.baseType.trimmedDescription }
    return ancestors.lazy.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self) }
      .flatMap { $0.genericParameterClause?.parameters.map(\.name.text) ?? [] }
      .first { $0 == type }
  }

  /// The first identifier in the called expression, such as `container` in
  /// `container.resolver.resolve(…)`.
  fileprivate var rootName: String? {
    let bases = sequence(first: calledExpression) { $0.as(MemberAccessExprSyntax.self)?.base }
    return bases.compactMap { $0.as(DeclReferenceExprSyntax.self)?.baseName.text }.last
  }
}
