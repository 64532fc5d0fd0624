import SwiftSyntax

// Converts Swinject assemblies (types that register several services) to lists of this library's
// modules. Functions that register services in a container are converted in the same way.
extension SwinjectMigrator {
  func migrate(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
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
      if let owner, let clause = owner.inheritanceClause {
        removeAssembly(from: clause, replacement: makesSendable(owner) ? "Sendable" : nil)
      }
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

  /// Returns `true` if a member of a type is the `assemble` method, where a Swinject assembly
  /// registers its services.
  func isAssemble(_ member: MemberBlockItemSyntax) -> Bool {
    member.decl.as(FunctionDeclSyntax.self)?.isAssemble == true
  }

  private func removeAssembly(from clause: InheritanceClauseSyntax, replacement: String?) {
    let types = Array(clause.inheritedTypes)
    guard let index = types.map(\.type.lastComponent).firstIndex(of: "Assembly") else { return }
    // If the type is written as `Swinject.Assembly`, an edit may already replace the module name.
    // Discard that edit, because the edits below would overlap with it.
    _ = draft.take(types[index].type.byteRange)
    if let replacement { return replace(types[index].type, with: replacement) }
    switch index {
    case 0 where types.count == 1: replace(clause, with: "")
    case 0: removeWord(types[0])
    default: replace(types[index - 1].type.end..<types[index].type.end, with: "")
    }
  }

  /// Migrates the statements of an assembly, or of a function that registers services, to the
  /// elements of a `Dependencies { … }` list.
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
        noteUnsupported(item)
      }
    }
  }

  private func noteUnsupported(_ item: CodeBlockItemSyntax) {
    if item.returnsEarly {
      note(
        item,
        why: Self.endsEarly,
        write: "write these modules in an 'if' statement instead, which a list supports"
      )
    }
    let remedy = remedy(for: item)
    guard remedy != nil || !item.returnsEarly else { return }
    note(
      item,
      why: Self.unsupported,
      write: remedy ?? "run it at the start of the program, after the call of 'prepareDependencies'"
    )
  }

  private static let unsupported =
    "a list of modules cannot contain this statement of the assembly"
  private static let endsEarly =
    "a list of modules cannot end early, so the modules after this statement are now always provided"

  /// Whether an earlier run of the command has reported that a list of modules cannot contain this
  /// statement. The command leaves such a statement unchanged in each further run.
  func isUnsupported(_ item: CodeBlockItemSyntax) -> Bool {
    let start = source.lineStart(of: item.start)
    return standingNotes.contains {
      $0.start == start && [Self.unsupported, Self.endsEarly].contains($0.why)
    }
  }

  /// Returns advice for a registration that the migration cannot convert, or `nil` if the code
  /// contains no registration. The advice is to write a module that provides the type that the
  /// migrated code resolves.
  func remedy(for node: some SyntaxProtocol) -> String? {
    let calls = node.nodes(FunctionCallExprSyntax.self)
    guard
      let call = calls.first(where: {
        ["autoregister", "register"].contains($0.calledExpression.lastComponent)
      }),
      let type = call.arguments.first?.expression.metatype
    else { return nil }
    let key = Registration.Key(type, named: call.argument("name"), at: call, in: project.names)
    let types = project.typesOfReaders(of: key)
    let provided = types.isEmpty ? [project.provided(key, as: type).type] : types
    let module =
      "write a 'Module { … }' that provides '\(provided.joined(separator: "' or '"))', which is the type that its readers resolve"
    return module + (key.name.map { ", named \($0)" } ?? "")
  }

  /// Returns the call if a statement is a call that registers further services in the same
  /// container, such as `OtherAssembly().assemble(container: container)`, or `nil` for other
  /// statements.
  private func assembling(_ item: CodeBlockItemSyntax) -> FunctionCallExprSyntax? {
    guard let call = item.item.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
      call.arguments.count == 1, let argument = call.arguments.first?.expression,
      call.assembly != nil
        || !text(argument).hasPrefix("$") && argument.metatype == nil
          && project.assemblers.contains(call.calledExpression.lastComponent)
    else { return nil }
    return call
  }

  func isPart(_ item: CodeBlockItemSyntax) -> Bool {
    assembling(item) != nil || item.item.is(ExprSyntax.self) && registration(at: item) != nil
  }

  func migrate(part item: CodeBlockItemSyntax) {
    if let registration = registration(at: item) { return migrate(registration, at: item) }
    guard let call = assembling(item), let close = call.rightParen else { return }
    if let assembly = call.assembly {
      replace(assembly.end..<call.end, with: ".modules")
    } else if let open = call.leftParen {
      replace(open.end..<close.start, with: "")
    }
  }

  /// Parses a statement that registers a service with a Swinject container. Returns `nil` if one of
  /// this library's modules cannot express the registration.
  func registration(at item: CodeBlockItemSyntax) -> Registration? {
    guard
      let registration = item.expression.flatMap({ Registration($0, in: project.names) })
    else { return nil }
    // Each type in `.implements(…)` becomes a separate module. That does not work for the scope
    // `.weak`, because the separate module would keep the instance alive. Nor does it work for a
    // closure with parameters, because a module cannot convert the closure to one that returns the
    // other type.
    if !registration.forwarded.isEmpty,
      registration.scope(in: project) == ".weak" || !registration.parameters.isEmpty
    {
      return nil
    }
    guard let completion = registration.completion else { return registration }
    // A `Module` cannot express a cycle of two services that depend on each other.
    return completion.parameters.count == 2 && registration.parameters.isEmpty
      && !project.isReached(registration.key, from: registration.resolved) ? registration : nil
  }

  /// Reports a registration if an earlier one, possibly in `setUp`, has the same type and name.
  /// Swinject uses the last one. This library reports an issue. It then uses the last module if
  /// both are in one list, but the first call if they are in different calls to
  /// `prepareDependencies`.
  private func noteDuplicate(_ registration: Registration, at item: CodeBlockItemSyntax) {
    if item.ancestor(IfConfigClauseSyntax.self) != nil { return }
    let replacesProgram = !isTest || replaces(registration, at: item)
    for key in registration.keys {
      let others = project.registrations[key, default: []].filter {
        $0.argumentTypes == registration.argumentTypes
      }
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

  /// Returns `true` if a registration runs before `item` because it is in the `setUp` method of the
  /// test case or suite, in an inherited `setUp` method, or in a method that a `setUp` method
  /// calls. An initializer counts as `setUp`.
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

  /// Returns `true` if a registration in a test may replace a registration in production code,
  /// because both may apply to the same container.
  ///
  /// For a registration in an assembly (a type that registers several services), an assembler has
  /// to apply the assembly together with another one that registers the same service. For any other
  /// registration, the same block, or code that runs before the test, such as `setUp`, has to apply
  /// assemblies to a container.
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
    let appliesHere = list?.contains { other in
      assembling(other) != nil || appliesAssemblies(other)
    }
    return appliesHere == true
      || project.membersThatRun(before: item).contains(where: appliesAssemblies)
  }

  /// Returns `true` if code contains a call that applies assemblies to a container, such as
  /// `Assembler([A()])` or `A().assemble(container: container)`.
  private func appliesAssemblies(_ node: some SyntaxProtocol) -> Bool {
    node.nodes(FunctionCallExprSyntax.self).contains { call in
      call.assemblies?.isEmpty == false || call.assembly != nil || project.makes(call)
        || project.assemblers.contains(call.calledExpression.lastComponent)
    }
  }

  /// Returns the code of a module that provides a registered instance as one of the types listed in
  /// the registration's `.implements(…)`.
  private func forward(to type: String, _ registration: Registration, _ form: Form) -> String {
    let resolved = project.provided(by: registration).type
    let name = registration.key.name.map { ", named: \($0)" } ?? ""
    let find = required(resolved, name)
    let module = project.qualified("Module")
    return form == .value
      ? "\(module) { \(find) as \(type) }"
      : "\(module) { \(project.qualified("Provider")) { \(find)() as \(type) } }"
  }

  private func migrate(_ registration: Registration, at item: CodeBlockItemSyntax) {
    noteDuplicate(registration, at: item)
    let closure = registration.closure
    let form = project.provided(by: registration).form
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
    // Insert the cast after calling `walk`, which may insert the call of a provider at the same
    // position. The cast must follow that call.
    if form != .closure, isPlain, let only { insert(" as \(registration.type)", after: only) }
    gone = outside
    noteCapture(by: registration, at: item)
    if closure.signature?.attributes.contains(named: "MainActor") == true {
      note(
        item,
        why: "the registered closure runs on the main actor, but the closure of a module does not",
        write:
          "create the instance in 'MainActor.assumeIsolated { … }' if all its readers run on the main actor, and mark the module with '.skippingValidation()', because 'validate()' runs the closures of modules on other threads"
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
      !project.isConstant(closure, as: registration.type.nameForLookup),
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
}
