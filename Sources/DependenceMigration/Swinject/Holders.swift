import SwiftSyntax

// Migrates variables that hold a Swinject container or an assembler (which fills a container with
// registrations), and functions that create either of them.

extension SwinjectMigrator {
  func migrate(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard project.hasTheirContainers, let binding = node.bindings.first, node.bindings.count == 1,
      binding.accessorBlock == nil
    else { return .visitChildren }
    let name = text(binding.pattern)
    let value = binding.initializer?.value
    let isMember = node.parent?.is(MemberBlockItemSyntax.self) == true
    let scope = isMember ? nil : node.ancestor(CodeBlockSyntax.self).map(Syntax.init)
    if let value, project.preparation(of: value) != nil,
      project.runTimes(of: value, in: source).contains(.later)
    {
      noteLate(node)
      return .visitChildren
    }
    if isMember, let preparation = value.flatMap(project.preparation) {
      // The migrated property calls `prepareDependencies` in its initial value, and no code reads
      // it. If it were lazy or static, this call would never run, so leave such a property
      // unchanged.
      let isLazy = node.modifiers.contains { ["lazy", "static"].contains($0.name.text) }
      if isLazy || isHanded(name, in: scope) { return .visitChildren }
      replace(binding.pattern.end..<binding.end, with: ": Void = \(preparation)")
      return .skipChildren
    }
    if !isMember, value.flatMap(project.preparation) != nil { gone.insert(name) }
    // In a struct, keep a property without an initial value, because the memberwise initializer has
    // a parameter for it.
    let isAssigned =
      binding.typeAnnotation?.type.isContainer == true
      && node.owner?.is(StructDeclSyntax.self) != true
    let isEmpty = value?.isEmptyContainer ?? isAssigned
    if value.flatMap(project.preparation) == nil, isEmpty, !isHanded(name, in: scope) {
      removeContainer(name, declaredBy: node.parent ?? Syntax(node))
      return .skipChildren
    }
    return settle(node, as: value, isGone: false)
  }

  /// Returns `true` if the container called `name` (an object that services are registered in) is
  /// used for anything other than registering and resolving services, for example as a function
  /// argument. If so, the migration cannot remove the container.
  func isHanded(_ name: String, in scope: Syntax? = nil) -> Bool {
    let readers = (scope ?? Syntax(source.tree)).nodes(DeclReferenceExprSyntax.self)
    return scope == nil && project.handed.contains(name)
      || readers.contains { $0.baseName.text == name && project.isHanded($0) }
      || (scope ?? Syntax(source.tree)).nodes(OptionalBindingConditionSyntax.self).contains {
        $0.initializer == nil && text($0.pattern) == name && $0.ownGuard == nil
      }
  }

  /// Migrates `node`, which creates or uses a container. If `value` registers services, this method
  /// replaces `node` with a call to `prepareDependencies`. However, if `node` may run after launch,
  /// when such a call is ignored, the method only reports `node`. If `value` registers no services,
  /// the method removes `node` if `isGone` is `true`, and leaves it unchanged otherwise.
  func settle(_ node: some SyntaxProtocol, as value: ExprSyntax?, isGone: Bool)
    -> SyntaxVisitorContinueKind
  {
    if let preparation = value.flatMap(project.preparation) {
      if project.runTimes(of: node, in: source).contains(.later) {
        noteLate(node)
        return .visitChildren
      }
      replace(node, with: preparation)
    } else if isGone {
      removeLines(of: node.parent ?? Syntax(node))
    } else {
      return .visitChildren
    }
    return .skipChildren
  }
}

extension SwinjectMigrator {
  /// Reports each container after the first one that the program, or the same test, creates. After
  /// the migration, the registrations of all these containers share a single set of dependencies.
  func noteSeveralContainers() {
    guard isTest else {
      for call in project.programContainers.dropFirst() where call.root.id == source.tree.id {
        note(
          call,
          why:
            "the program creates several containers, but now all registrations share a single set of dependencies",
          write:
            "if several containers register the same type, give each registration a different name; if no code relies on a type being missing from a container, remove this comment"
        )
      }
      return
    }
    for call in source.tree.nodes(FunctionCallExprSyntax.self) where project.createsContainer(call)
    {
      let function = call.ancestors.first {
        $0.is(FunctionDeclSyntax.self) || $0.is(InitializerDeclSyntax.self)
      }
      guard let function else { continue }
      let isSecond = function.nodes(FunctionCallExprSyntax.self).contains {
        $0.position < call.position && project.createsContainer($0)
      }
      let isSecondOfTest = project.membersThatRun(before: call).contains {
        $0.nodes(FunctionCallExprSyntax.self).contains(where: project.createsContainer)
      }
      guard isSecond || isSecondOfTest else { continue }
      note(
        call,
        why:
          "this test creates several containers, but now all of their registrations apply to the whole test",
        write: "register the services of each container in its own 'withDependencies'"
      )
    }
  }
}

extension ProjectIndex {
  /// Returns the calls that create a container outside of tests and previews.
  func findProgramContainers() -> [FunctionCallExprSyntax] {
    let sources = sources.filter { !$0.isTest && visibleModules(in: $0).contains("Swinject") }
    return sources.flatMap { source in
      source.tree.nodes(FunctionCallExprSyntax.self).filter {
        createsContainer($0)
          && !runTimes(of: $0, in: source).isDisjoint(with: [.launch, .later])
      }
    }
  }

  /// Returns `true` if `call` creates a container or an assembler with its own container, or calls a
  /// function of the project that does so. Child containers are reported separately.
  fileprivate func createsContainer(_ call: FunctionCallExprSyntax) -> Bool {
    if makes(call) { return true }
    guard hasTheirContainers,
      ["Assembler", "Container"].contains(call.calledExpression.lastComponent),
      call.ancestor(FunctionDeclSyntax.self)?.made == nil
    else { return false }
    return !call.arguments.contains { argument in
      ["container", "parent", "parentAssembler"].contains(argument.label?.text)
        && !argument.expression.is(NilLiteralExprSyntax.self)
    }
  }

  /// Whether the names `Container` and `Assembler` refer to Swinject's types rather than to types
  /// declared in the project.
  var hasTheirContainers: Bool { !["Assembler", "Container"].contains(where: names.isTopLevel) }

  /// Returns the code that replaces `node` if `node` creates or fills a container, as in
  /// `Assembler([…])`, or `nil` for all other expressions. The code prepares the container's
  /// services as dependencies.
  ///
  /// A call to a function that the migrated project declares to create a container is returned
  /// unchanged, because the migrated function prepares the dependencies itself.
  func preparation(of node: some SyntaxProtocol) -> String? {
    let call = FunctionCallExprSyntax(node)
    if let call, makes(call) { return call.trimmedDescription }
    let modules = call?.assemblies?.map { "\($0.trimmedDescription).modules" }
    let opening = "prepareDependencies(\(qualified("Dependencies")) {"
    return modules.map { "\(opening) \($0.joined(separator: "; ")) })" }
  }

  /// Returns `true` if `call` invokes a function that the migrated project declares to create a
  /// container, such as `func makeContainer() -> Container`.
  func makes(_ call: FunctionCallExprSyntax) -> Bool {
    let name = call.calledExpression.trimmedDescription
    guard hasTheirContainers else { return false }
    return makers.contains(name) || makers.contains("\(call.enclosingTypeName ?? "").\(name)")
  }

  /// Returns `true` if the code around `name`, a reference to a container, uses the container for
  /// anything other than registering and resolving services.
  func isHanded(_ name: DeclReferenceExprSyntax) -> Bool {
    var node = Syntax(name)
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      guard member.base != nil else { return false }
      node = Syntax(member)
    }
    while let parent = node.parent {
      if let member = parent.as(MemberAccessExprSyntax.self) {
        let word = member.declName.baseName.text
        // A call to `apply` is migrated only if its assemblies are a literal list. Otherwise, the
        // call remains and still needs the container.
        if word == "apply" {
          return member.parent?.as(FunctionCallExprSyntax.self)?.assemblies == nil
        }
        guard word == "resolver" else { return !["register", "resolve"].contains(word) }
      } else if ![.optionalChainingExpr, .forceUnwrapExpr].contains(parent.kind) {
        break
      }
      node = parent
    }
    if let binding = node.parent?.parent?.as(OptionalBindingConditionSyntax.self) {
      return binding.ownGuard == nil
    }
    if node.parent?.is(ReturnStmtSyntax.self) == true {
      return name.ancestor(FunctionDeclSyntax.self)?.made != name.baseName.text
    }
    if let sequence = node.parent?.parent?.as(SequenceExprSyntax.self),
      let value = sequence.assigned
    {
      return value.id == node.id || !value.isEmptyContainer && preparation(of: value) == nil
    }
    guard let call = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self) else {
      return true
    }
    return call.assembly == nil && !assemblers.contains(call.calledExpression.lastComponent)
      && !ExprSyntax(call).isEmptyContainer
  }
}

extension OptionalBindingConditionSyntax {
  /// The enclosing `guard` statement if this is its only condition, and the condition unwraps a
  /// variable under the same name, as in `guard let container else { return }`. Otherwise, `nil`.
  var ownGuard: GuardStmtSyntax? {
    let name = pattern.trimmedDescription
    let names = [nil, name, "self.\(name)"]
    guard let list = parent?.parent?.as(ConditionElementListSyntax.self), list.count == 1,
      names.contains(initializer?.value.trimmedDescription)
    else { return nil }
    return list.parent?.as(GuardStmtSyntax.self)
  }
}

extension SequenceExprSyntax {
  var assigned: ExprSyntax? {
    let parts = Array(elements)
    return parts.count == 3 && parts[1].is(AssignmentExprSyntax.self) ? parts[2] : nil
  }
}

extension ExprSyntax {
  /// Whether the expression creates a container without arguments or an assembler without
  /// assemblies.
  var isEmptyContainer: Bool {
    let text = trimmedDescription
    return ["Assembler()", "Container()"].contains(text) || text.hasPrefix("Assembler(container:")
  }
}

extension FunctionDeclSyntax {
  /// The source code of the returned expression if the function only creates and fills a container
  /// or assembler, or `nil` for other functions.
  var made: String? {
    guard ["Assembler", "Container"].contains(signature.returnClause?.type.trimmedDescription),
      enclosingTypeName == nil
        || modifiers.contains(where: { ["class", "private", "static"].contains($0.name.text) }),
      let statements = body?.statements, let value = statements.last?.expression
    else { return nil }
    let first = statements.first?.item.as(VariableDeclSyntax.self)?.bindings.first
    let isMade =
      statements.count == 1 && value.as(FunctionCallExprSyntax.self)?.assemblies != nil
      || first?.initializer?.value.isEmptyContainer == true
        && first?.pattern.trimmedDescription == value.trimmedDescription
    return isMade ? value.trimmedDescription : nil
  }
}
