import SwiftSyntax

/// Migrates a file that was written for Factory.
final class FactoryMigrator: Migrator {
  override class var remedies: [String: String] {
    [
      "AutoRegistering": "register in 'prepareDependencies', where the program starts",
      "Container": "write a property of 'DependencyValues', or override one in a scope",
      "ContainerManager": "remove it",
      "Scope": "see the article 'Choose a lifetime that a module has not'",
      "SharedContainer": "write an extension of 'DependencyValues'",
    ]
  }

  /// Members of a container that are no factories.
  private static let ownMembers: Set = ["decorator", "manager", "reset", "unique", "with"]
  private var hasEntries = false

  /// True if the names of factories are in scope, as they are in the functions of a container.
  private var isInContainer = false

  /// Names that this file gives to something else than a container.
  private lazy var shadows = Set(
    source.tree.nodes(IdentifierPatternSyntax.self)
      .filter { $0.parent?.as(PatternBindingSyntax.self)?.isContainer != true }.map { text($0) }
      + source.tree.nodes(FunctionParameterSyntax.self).filter { !$0.type.isContainer }.map(\.name)
  )

  func isShared(_ text: String?) -> Bool {
    guard var text else { return isInContainer }
    if isInContainer, ["self", "Self.shared"].contains(text) { return true }
    if text.hasPrefix("self.") { text.removeFirst(5) }
    if project.containers.contains(text), !shadows.contains(text) { return true }
    return text.hasSuffix(".shared") && isContainer(String(text.dropLast(7)))
  }

  private func isContainer(_ name: String) -> Bool {
    ["Container", "SharedContainer"].contains(name)
      || project.inherited[name]?.contains("SharedContainer") == true
  }

  override func replacement(of module: String) -> [String]? {
    let core = super.replacement(of: module)
    if module == "FactoryTesting" { return core }
    return core.map {
      $0 + (hasEntries ? ["DependenceMacros"] : []) + (needsHarness ? harness : [])
    }
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.as(SyntaxEnum.self) {
    case .attribute(let node): return migrate(node)
    case .classDecl(let node): return migrate(node)
    case .codeBlockItemList(let node): return migrate(node)
    case .declReferenceExpr(let node) where isLeft(node): noteContainer(node)
    case .extensionDecl(let node): return migrate(node)
    case .functionCallExpr(let node): return migrate(node)
    // Nobody hands a container on.
    case .functionParameter(let node) where isShared(node.name): return remove(node)
    case .labeledExpr(let node)
    where isShared(text(node.expression))
      || text(node.expression) == ".shared" && isShared(node.label?.text ?? ""):
      return remove(node)
    case .variableDecl(let node) where isGone(node):
      removeLines(of: node.parent ?? Syntax(node))
      return .skipChildren
    case .memberAccessExpr(let node) where isShared(node.trimmedDescription):
      noteContainer(node)
      return .skipChildren
    default: break
    }
    return super.visitAny(node)
  }

  func form(of name: String) -> Form? { project.factories[name]?.form(in: project) }

  /// True if a name is that of a container, or in a function of one that of a factory, and not the name of a member.
  private func isLeft(_ node: DeclReferenceExprSyntax) -> Bool {
    let name = node.baseName.text
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    return !isMember && name != "self"
      && (isShared(name)
        || isInContainer && project.factories[name] != nil
          && node.ancestor(FunctionDeclSyntax.self) != nil
        || project.inherited[name]?.contains("SharedContainer") == true)
  }

  /// True if a variable holds the container that everybody shares; in a test, whichever.
  private func isGone(_ node: VariableDeclSyntax) -> Bool {
    guard node.bindings.count == 1, let only = node.bindings.first, isShared(text(only.pattern))
    else { return false }
    return isTest || only.initializer.map { text($0.value).hasSuffix("shared") } != false
  }

  /// Removes an element of a list, and a comma.
  private func remove(_ node: some WithTrailingCommaSyntax) -> SyntaxVisitorContinueKind {
    let before = node.previousToken(viewMode: .sourceAccurate)
    if node.trailingComma == nil, let before, before.text == "," {
      replace(before.start..<node.end, with: "")
    } else {
      removeWord(node)
    }
    return .skipChildren
  }

  // MARK: - Registrations

  private func migrate(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let type = node.extendedType
    guard isContainer(type.lastComponent) else { return .visitChildren }
    if migrate(node.memberBlock.members) {
      replace(type, with: "DependencyValues")
      if let clause = node.inheritanceClause, clause.trimmedDescription.hasSuffix("AutoRegistering")
      {
        replace(type.end..<clause.end, with: "")
      }
      node.attributes.first(named: "MainActor").map(removeWord)
    }
    return .skipChildren
  }

  /// A container of one's own becomes what every container becomes.
  private func migrate(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isContainer(node.name.text), migrate(node.memberBlock.members),
      let brace = node.inheritanceClause
    else { return .visitChildren }
    let start = node.modifiers.first?.start ?? node.classKeyword.start
    replace(start..<brace.end, with: "extension DependencyValues")
    node.attributes.first(named: "MainActor").map(removeWord)
    return .skipChildren
  }

  /// - Returns: True if one of the members is a factory.
  private func migrate(_ members: MemberBlockItemListSyntax) -> Bool {
    var hasFactory = false
    for member in members {
      let variable = member.decl.as(VariableDeclSyntax.self)
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for case .decls(let members) in condition.clauses.compactMap(\.elements) {
          if migrate(members) { hasFactory = true }
        }
      } else if let variable, let factory = FactoryDeclaration(variable) {
        migrate(factory, variable)
        hasFactory = true
      } else if let name = variable?.bindings.first?.pattern.trimmedDescription,
        ["shared", "manager"].contains(name)
      {
        removeLines(of: member)
      } else if let function = member.decl.as(FunctionDeclSyntax.self), function.isSetUp {
        migrate(function)
        hasFactory = true
      } else if variable != nil || member.decl.is(FunctionDeclSyntax.self) {
        note(
          member,
          why: "this is no factory",
          write: "write a property of 'DependencyValues', or what it does where it is called"
        )
      }
    }
    return hasFactory
  }

  /// A function that changed its container becomes a static one that prepares.
  private func migrate(_ function: FunctionDeclSyntax) {
    insert("static ", before: function.funcKeyword)
    if function.name.text == "autoRegister" {
      note(
        function,
        why: "nobody calls 'autoRegister' any more",
        write: "call 'DependencyValues.autoRegister()' where the program starts"
      )
    }
    isInContainer = true
    function.body.map { walk($0) }
    isInContainer = false
  }

  private func migrate(_ factory: FactoryDeclaration, _ variable: VariableDeclSyntax) {
    hasEntries = true
    let form = factory.form(in: project)
    replace(factory.annotation, with: factory.type(of: form, in: project))
    isInContainer = true
    let values = [("preview", "onPreview"), ("test", "onTest")].compactMap { label, name in
      factory.modifiers.first { $0.name == name }?.closure.map { closure in
        let isOnly = form == .value && closure.statements.count == 1
        if !isOnly { removeCapture(of: closure) }
        walk(closure.statements)
        let range = isOnly ? closure.statements.byteRange : closure.byteRange
        let value = draft.take(range) ?? text(closure)
        return "\(label): \(form.maker)\(value)" + (form == .value && !isOnly ? "()" : "")
      }
    }
    factory.closure.map {
      place($0, as: form, in: factory.block.byteRange, after: "= ", isDeclared: true)
    } ?? replace(factory.block, with: "= " + factory.missing(as: form))
    isInContainer = false
    variable.attributes.first(named: "MainActor").map(removeWord)
    let start: any SyntaxProtocol = variable.modifiers.first ?? variable.bindingSpecifier
    let arguments = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
    insert("@DependencyEntry\(arguments) ", before: start)
    let lifetime = "see the article 'Choose a lifetime that a module has not'"
    for (name, _) in factory.modifiers
    where !["cached", "onPreview", "onTest", "singleton", "unique"].contains(name) {
      let isLifetime = ["shared", "graph", "scope", "timeToLive"].contains(name)
      let remedy = isLifetime ? lifetime : "write it around the value, where it is made"
      note(variable, why: "there is no '.\(name)'", write: remedy)
    }
    if form == .closure, factory.isKept {
      note(variable, why: "an instance was kept, and now each call makes one", write: lifetime)
    }
  }

  /// Writes what a closure makes in the place of a whole that ends with it.
  func place(
    _ closure: ClosureExprSyntax,
    as form: Form,
    in whole: Range<Int>,
    after opening: String,
    isDeclared: Bool = false
  ) {
    let isFatal = closure.only?.as(FunctionCallExprSyntax.self)?.isFatal == true
    if form == .value, let value = closure.only, !isFatal {
      replace(whole.lowerBound..<value.start, with: opening)
      replace(value.end..<whole.upperBound, with: "")
    } else {
      let range = closure.byteRange
      replace(whole.lowerBound..<range.lowerBound, with: opening + form.maker)
      if isDeclared { removeCapture(of: closure) }
      replace(range.upperBound..<whole.upperBound, with: form == .value ? "()" : "")
    }
    walk(closure.statements)
  }

  /// There is no container any more that a closure could hold.
  private func removeCapture(of closure: ClosureExprSyntax) {
    guard let signature = closure.signature, let capture = signature.capture else { return }
    if signature.attributes.isEmpty, signature.parameterClause == nil {
      replace(closure.leftBrace.end..<signature.end, with: "")
    } else {
      removeWord(capture)
    }
  }

  // MARK: - Readers

  private func migrate(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    let wrapper = node.attributeName.lastComponent
    let list = node.arguments?.as(LabeledExprListSyntax.self) ?? []
    switch wrapper {
    case "Injected", "LazyInjected", "DynamicInjected", "InjectedObject", "InjectedObservable":
      if list.count == 1, let path = list.first?.expression.as(KeyPathExprSyntax.self),
        path.root.map({ isContainer(text($0)) }) ?? true
      {
        migrate(node, wrapper, path)
      } else {
        note(
          node,
          why: "this is no factory of 'Container'",
          write: "write '@Dependency' and a property of 'DependencyValues'"
        )
      }
    case "InjectedType", "WeakLazyInjected":
      note(
        node,
        why: "there is no '@\(wrapper)'",
        write: "write '@Dependency', or '@Inject' for what may be nil"
      )
    case "Suite", "Test": migrateTraits(list)
    default: return .visitChildren
    }
    return .skipChildren
  }

  private func migrate(_ node: AttributeSyntax, _ wrapper: String, _ path: KeyPathExprSyntax) {
    let name = text(path).lastComponent
    let read = read(name)
    if wrapper.hasPrefix("InjectedO") {
      let state = wrapper == "InjectedObject" ? "StateObject" : "State"
      return replace(node, with: "@\(state)(wrappedValue: \(read))")
    }
    let variable = node.parent?.parent?.as(VariableDeclSyntax.self)
    // Nobody sets what is only read.
    variable?.modifiers.first { $0.detail?.detail.text == "set" }.map(removeWord)
    guard read.hasSuffix("()"), let factory = project.factories[name], let variable,
      let binding = variable.bindings.first
    else {
      replace(node.attributeName, with: "Dependency")
      if let root = path.root { replace(root, with: "") }
      if isStoredReader(node) { insert(", resolve: .inherited", after: path) }
      return
    }
    removeWord(node)
    variable.attributes.first(named: "Previewable").map(removeWord)
    switch wrapper {
    case "DynamicInjected":
      let type = binding.typeAnnotation == nil ? ": \(factory.made)" : ""
      insert("\(type) { \(read) }", after: binding)
    case "LazyInjected" where variable.owner?.is(ClassDeclSyntax.self) == true:
      insert("lazy ", before: variable.bindingSpecifier)
      insert(" = \(read)", after: binding)
    default:
      replace(variable.bindingSpecifier, with: "let")
      insert(" = \(read)", after: binding)
    }
  }

  /// The read that makes what a factory made.
  private func read(_ name: String) -> String {
    "Dependency(\\.\(name)).wrappedValue" + (form(of: name) ?? .value == .value ? "" : "()")
  }

  private func migrateTraits(_ list: LabeledExprListSyntax) {
    for argument in list {
      if argument.expression.trimmedDescription == ".container" {
        needsHarness = true
        replace(argument.expression, with: ".dependencies")
      } else if let call = argument.expression.as(FunctionCallExprSyntax.self),
        let closure = call.trailingClosure,
        call.calledExpression.trimmedDescription == ".container"
      {
        needsHarness = true
        replace(call.calledExpression, with: ".dependencies")
        for item in closure.statements {
          let call = item.item.as(FunctionCallExprSyntax.self)
          if call.map({ migrateOverride(by: $0) { $0 == "$0" } }) != true { walk(item) }
        }
      }
    }
  }

  private func migrate(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if migrateOverride(by: node, on: isShared) {
      insert("prepareDependencies { ", before: node)
      insert(" }", after: node)
      return .skipChildren
    }
    let called = node.calledExpression
    if text(called) == "resolve", isTheirs("resolve"), node.arguments.count == 1,
      let path = node.arguments.first?.expression.as(KeyPathExprSyntax.self)
    {
      replace(node, with: read(text(path).lastComponent))
      return .skipChildren
    }
    var member = called.as(MemberAccessExprSyntax.self)
    if member?.declName.baseName.text == "resolve",
      let first = member?.base?.lastComponent.first, "$_".contains(first)
    {
      let remedy = "remove it, or read 'Dependency' where a new value is wanted"
      note(node, why: "a dependency does not resolve again", write: remedy)
    }
    if ["callAsFunction", "resolve"].contains(member?.declName.baseName.text) {
      member = member?.base?.as(MemberAccessExprSyntax.self)
    }
    guard let (base, name) = ExprSyntax(member)?.member ?? called.member,
      !Self.ownMembers.contains(name),
      isShared(base) && (base != nil || project.factories[name] != nil)
        || base == "self" && project.factories[name] != nil
    else { return .visitChildren }
    if let base = member?.base, project.setUps.contains(name) {
      replace(base, with: "DependencyValues")
      walk(node.arguments)
      return .skipChildren
    }
    let form = form(of: name) ?? (node.arguments.isEmpty ? .value : .closure)
    guard node.trailingClosure == nil || form == .closure else { return .visitChildren }
    let read = "Dependency(\\.\(name)).wrappedValue"
    if form == .value {
      replace(node, with: read)
    } else {
      replace(called, with: read)
      takeApart(node, for: name)
      walk(node.arguments)
      node.trailingClosure.map(walk)
    }
    return .skipChildren
  }

  /// Hands the parts of a tuple to a closure of several parameters.
  private func takeApart(_ node: FunctionCallExprSyntax, for name: String) {
    guard project.factories[name]?.parts != nil, let open = node.leftParen,
      let close = node.rightParen
    else { return }
    guard let tuple = node.arguments.first?.expression.as(TupleExprSyntax.self),
      node.arguments.count == 1, let first = tuple.elements.first, let last = tuple.elements.last
    else {
      return note(
        node,
        why: "the closure takes the parts of this tuple",
        write: "hand them over one by one"
      )
    }
    replace(open.end..<first.start, with: "")
    replace(last.end..<close.start, with: "")
    for token in tuple.elements.flatMap({ [$0.label, $0.colon] }) { token.map(removeWord) }
  }

  private func noteContainer(_ node: some SyntaxProtocol) {
    note(
      node,
      why: "there is no container that everybody shares",
      write: "override in a scope, in a trait or in 'prepareDependencies'"
    )
  }

  // MARK: - Overrides

  private func migrate(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let isPart = { (item: CodeBlockItemSyntax) in
      !self.isTrap(item.item)
        && item.call.flatMap { self.overridden(by: $0, on: self.isShared) } != nil
    }
    let parts = Array(node).filter(isPart)
    let used = Set(parts.flatMap(\.words)).subtracting(["_"])
    for item in Array(node).filter(isSetUp).dropFirst(parts.isEmpty ? 1 : 0) { noteSecond(item) }
    // A builder of views takes no statement but this.
    let discards = parts.contains { $0.item.is(VariableDeclSyntax.self) } ? "let _ = " : ""
    let isGone = { (item: CodeBlockItemSyntax) in
      self.isReset(item.item) || self.isTrap(item.item)
    }
    for item in node where isGone(item) { removeLines(of: item) }
    var isPrepared = isPreparedBefore(node)
    wrapRuns(
      of: Array(node).filter { !isGone($0) },
      in: discards + "prepareDependencies {",
      "}",
      where: isPart,
      before: { item in
        // `let mock = Mock()`, and what is done to it, on whose account nothing is read.
        let variable = item.item.as(VariableDeclSyntax.self)?.bindings.first?.pattern
        return (variable?.trimmedDescription ?? item.rootName).map(used.contains) == true
          && Set(["Container", "shared", "Dependency", "Injected"]).isDisjoint(with: item.words)
      },
      migrate: { item in
        if isPrepared { noteSecond(item) }
        isPrepared = false
        guard let call = item.call else { return }
        replace(item.start..<call.start, with: "")
        _ = migrateOverride(by: call, on: isShared)
      },
      again: noteSecond
    )
    return .skipChildren
  }
}

extension FunctionDeclSyntax {
  /// True if the function changes its container, and hands nothing back.
  var isSetUp: Bool {
    signature.returnClause == nil && body != nil
      && !modifiers.contains { ["static", "class"].contains($0.name.text) }
  }
}
