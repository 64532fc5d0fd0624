import SwiftSyntax

extension FactoryMigrator {
  func migrate(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let type = node.extendedType
    if type.lastComponent == "Scope", isTheirs("Scope", at: type),
      node.customScopes.count == node.memberBlock.members.count
    {
      removeLines(of: node.parent ?? Syntax(node))
      return .skipChildren
    }
    guard isContainer(type.lastComponent) else { return .visitChildren }
    let members = node.memberBlock.members
    if !members.isEmpty, members.allSatisfy({ isForwarding($0) || isOwnMember($0) }) {
      removeLines(of: node.parent ?? Syntax(node))
      return .skipChildren
    }
    if migrate(members) {
      replace(type, with: "DependencyValues")
      if let clause = node.inheritanceClause, clause.trimmedDescription.hasSuffix("AutoRegistering")
      {
        replace(type.end..<clause.end, with: "")
      }
      node.attributes.first(named: "MainActor").map(removeWord)
    }
    return .skipChildren
  }

  /// Turns a container, which is a class that declares factories, into an extension of
  /// `DependencyValues`.
  func migrate(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isContainer(node.name.text) else { return .visitChildren }
    // If all factories are declared in extensions of the class, the class itself is no longer
    // needed, so remove it.
    let hasFactories = hasFactories(node.name.text)
    if hasFactories, node.memberBlock.members.allSatisfy(isOwnMember) {
      removeLines(of: node.parent ?? Syntax(node))
      return .skipChildren
    }
    guard migrate(node.memberBlock.members) || hasFactories, let brace = node.inheritanceClause
    else { return .visitChildren }
    let start = node.modifiers.first?.start ?? node.classKeyword.start
    replace(start..<brace.end, with: "extension DependencyValues")
    node.attributes.first(named: "MainActor").map(removeWord)
    return .skipChildren
  }

  /// Returns `true` if the project declares factories in the container type with the given name.
  private func hasFactories(_ container: String) -> Bool {
    let name = project.names.original(container)
    return project.factories.values.joined().contains { $0.container == name }
  }

  /// Returns `true` if the migration removes `member`, a member of a container (a type that
  /// declares factories). The migration removes the properties `shared` and `manager`, which
  /// Factory requires in every container, unless they run other project code. It also removes an
  /// `autoRegister` method that only sets the default scope, because the migrated factories declare
  /// the scope themselves.
  private func isOwnMember(_ member: MemberBlockItemSyntax) -> Bool {
    if let function = member.decl.as(FunctionDeclSyntax.self), function.name.text == "autoRegister",
      let statements = function.body?.statements, !statements.isEmpty
    {
      return hasFactories(function.enclosingTypeName ?? "")
        && statements.allSatisfy(setsDefaultScope)
    }
    return member.decl.as(VariableDeclSyntax.self).map(isRequired) == true
  }

  /// Returns `true` if a property is named `shared` or `manager` and only creates the container or
  /// its manager, as in `static let shared = Shelf()`.
  private func isRequired(_ variable: VariableDeclSyntax) -> Bool {
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      binding.accessorBlock == nil, let value = binding.initializer?.value
    else { return false }
    switch text(binding.pattern) {
    case "manager": return value.createdType.map { ["", "ContainerManager"].contains($0) } == true
    case "shared": return isNewContainer(value)
    default: return false
    }
  }

  /// Returns `true` if a statement sets a container's default scope. The migration removes such a
  /// statement, because the migrated factories declare their scopes themselves.
  func setsDefaultScope(_ item: CodeBlockItemSyntax) -> Bool {
    let container = item.item.as(SequenceExprSyntax.self)?.containerOfDefaultScope
    return !isTest && container.map(isContainer) == true
  }

  /// Returns `true` if a member of a container (a type that declares factories) only reads a
  /// factory, as in `var short: Service { service() }`. The migration removes such a member and
  /// replaces each of its uses with a read of the factory.
  private func isForwarding(_ member: MemberBlockItemSyntax) -> Bool {
    guard let variable = member.decl.as(VariableDeclSyntax.self),
      let binding = variable.bindings.first,
      case .getter? = binding.accessorBlock?.accessors,
      FactoryDeclaration(variable, in: project.names) == nil
    else { return false }
    return forwardedRead(of: binding.pattern.trimmedDescription) != nil
  }

  /// Migrates the members of a container (a type that declares factories).
  ///
  /// - Returns: `true` if one of the members is a factory or a method that may register values for
  ///   factories.
  private func migrate(_ members: MemberBlockItemListSyntax) -> Bool {
    var hasFactory = false
    for member in members {
      let variable = member.decl.as(VariableDeclSyntax.self)
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for case .decls(let members) in condition.clauses.compactMap(\.elements) {
          if migrate(members) { hasFactory = true }
        }
      } else if let variable, let factory = FactoryDeclaration(variable, in: project.names) {
        migrate(factory, variable)
        hasFactory = true
      } else if isOwnMember(member) || isForwarding(member) {
        removeLines(of: member)
      } else if let function = member.decl.as(FunctionDeclSyntax.self), function.mayRegister {
        migrate(function)
        hasFactory = true
      } else if variable != nil || member.decl.is(FunctionDeclSyntax.self)
        || member.decl.is(InitializerDeclSyntax.self)
      {
        note(
          member,
          why: "the command does not recognize this member of a container as a factory",
          write: "declare it as a property of 'DependencyValues', or move its code to its callers"
        )
      }
    }
    return hasFactory
  }

  /// Turns a method of a container (a type that declares factories) into a static method of
  /// `DependencyValues`. The original method registers values for factories, and the migrated one
  /// calls `prepareDependencies`.
  private func migrate(_ function: FunctionDeclSyntax) {
    insert("static ", before: function.funcKeyword)
    if function.name.text == "autoRegister" {
      note(
        function,
        why: "the container called 'autoRegister' before its first use, but now it is not called",
        write: "call 'DependencyValues.autoRegister()' at the start of the program"
      )
    }
    isInContainer = true
    function.body.map { walk($0) }
    isInContainer = false
  }

  private func migrate(_ factory: FactoryDeclaration, _ variable: VariableDeclSyntax) {
    hasEntries = true
    let form = factory.form(in: project)
    let others = project.factories[factory.name, default: []].filter {
      $0.module == source.module && $0.container != factory.container
    }
    if let other = others.first {
      note(
        variable,
        why:
          "'\(other.container)' also has a factory '\(factory.name)', but properties of 'DependencyValues' must have different names",
        write: "rename one of the two factories, and update its readers"
      )
    }
    noteBuiltInName(of: factory, at: variable)
    noteBranches(of: factory, as: form, at: variable)
    if form != .closure, factory.makesUnsendableClosure {
      note(
        variable,
        why:
          "the values of a dependency must be 'Sendable', but closures of the type '\(factory.made)' are not",
        write:
          "add '@Sendable' to the closure type, both here and wherever a reader spells out the type"
      )
    }
    replace(factory.annotation, with: factory.type(of: form, in: project))
    isInContainer = true
    let decorate = decorator(of: factory)
    var values = [("preview", "onPreview"), ("test", "onTest")].compactMap { label, name in
      factory.modifiers.first { $0.name == name }?.closure.map { closure in
        if let decorate, let made = closure.only {
          return "\(label): \(form.maker(in: project))\(decorate(made))"
            + factory.annotation(of: closure, as: form, in: project)
        }
        let isOnly = form == .value && closure.statements.count == 1
        if !isOnly { removeCapture(of: closure) }
        walk(closure.statements)
        let range = isOnly ? closure.statements.byteRange : closure.byteRange
        let value = draft.take(range) ?? text(closure)
        let type = factory.annotation(of: closure, as: form, in: project)
        return "\(label): \(form.maker(in: project))\(value)"
          + (form == .value && !isOnly ? "()" : "") + type
      }
    }
    let test = valueInTests(of: factory, as: form)
    if let test { values.append("test: \(test)") }
    if let decorate, let made = factory.closure?.only {
      replace(factory.block, with: "= \(form.maker(in: project))\(decorate(made))")
    } else if let closure = factory.closure {
      place(closure, as: form, in: factory.block.byteRange, after: "= ", isDeclared: true)
    } else {
      replace(factory.block, with: "= " + factory.missing(as: form, in: project))
    }
    isInContainer = false
    variable.attributes.first(named: "MainActor").map(removeWord)
    let start: any SyntaxProtocol = variable.modifiers.first ?? variable.bindingSpecifier
    let lifetime = [.closure, .onMainActor].contains(form) ? nil : factory.lifetime(in: project)
    let kept = form == .value ? lifetime.map { "lifetime: \($0)" } : nil
    let all = [kept].compactMap(\.self) + values
    let arguments = all.isEmpty ? "" : "(\(all.joined(separator: ", ")))"
    insert("@DependencyEntry\(arguments) ", before: start)
    noteModifiers(of: factory, as: form, lifetime, at: variable)
    if test == nil {
      noteTestReads(of: factory, at: variable)
    } else if project.isFirst("live values in tests") {
      noteLiveValuesInTests(at: variable)
    }
    if let lifetime { noteLimits(of: lifetime, of: factory, as: form, at: variable) }
    // Factory creates a `nil` value again at the next read, but the migrated dependency keeps
    // `nil`, so report this difference. Skip factories in the scope `.shared`: they are either
    // reported separately, or get a lifetime that does not keep `nil`. Also skip a closure that
    // contains only a call such as `Service()`, which never returns `nil`.
    if factory.isKept, factory.isOptional, factory.scope?.name != "shared", form != .closure,
      let closure = factory.closure, !project.isConstant(closure),
      closure.only?.createdType?.first?.isUppercase != true
    {
      note(
        variable,
        why: "Factory made the value again after it was 'nil', but now 'nil' is kept",
        write:
          "remove this comment if the value stays 'nil', or provide an object that looks the value up again"
      )
    }
    if form == .closure, factory.isKept {
      note(
        variable,
        why: "the factory kept its instances, but now each call creates one",
        write: Self.lifetimes
      )
    }
  }

  /// Reports a factory that another branch of an `#if` block declares in another form, for example
  /// with a plain value instead of a `Provider`. All readers are migrated for only one of the two
  /// forms, so they would not match the other.
  private func noteBranches(
    of factory: FactoryDeclaration,
    as form: Form,
    at variable: VariableDeclSyntax
  ) {
    let forms = project.factories[factory.name, default: []].filter {
      $0.module == source.module && $0.container == factory.container
    }.map { $0.form(in: project) }
    guard let other = forms.first(where: { $0 != form }) else { return }
    let types = [form, other].map { "'\(factory.type(of: $0, in: project))'" }
    note(
      variable,
      why:
        "this branch of an '#if' declares '\(factory.name)' as \(types[0]), and another one as \(types[1]), but all readers and overrides use the same one",
      write:
        "give '\(factory.name)' the same type in all branches, and check that its readers and overrides use that type"
    )
  }

  /// Returns a function that applies the factory's `.decorator` modifier to an expression that
  /// creates an instance, or `nil` if the factory has no decorator that can be migrated. The
  /// function returns the source code of a closure that evaluates the expression, runs the
  /// decorator's code with the instance, and returns the instance.
  private func decorator(of factory: FactoryDeclaration) -> ((ExprSyntax) -> String)? {
    guard let closure = factory.decoration(in: project) else { return nil }
    let name = closure.parameters.first?.name ?? "instance"
    walk(closure.statements)
    let names = closure.statements.nodes(DeclReferenceExprSyntax.self) {
      $0.is(ClosureExprSyntax.self)
    }
    for node in names where node.baseName.text == "$0" { replace(node, with: name) }
    let code = draft.take(closure.statements.byteRange) ?? text(closure.statements)
    return { made in
      self.walk(made)
      let value = self.draft.take(made.byteRange) ?? self.text(made)
      return "{ let \(name): \(factory.made) = \(value); \(code); return \(name) }"
    }
  }

  private static let lifetimes = "see the article 'Lifetimes and scopes'"
  private static let graph =
    "all readers share one instance now; to share it only within one object graph, create it where "
    + "the graph is created and pass it to the initializers, or use a 'Provider' if only one object of "
    + "each graph reads it"
  private static let scope =
    "the instance is kept until the program ends; if code resets the removed scope, keep the instance in an object that this "
    + "dependency provides, and replace it there"
  private static let decorator =
    "every read called the removed closure, even if the instance was kept or registered; if one call "
    + "is enough, call it where the instance is created, and otherwise let readers use a 'Provider' "
    + "that reads the instance and calls it"

  /// Reports each modifier of the factory that has no equivalent in the migrated declaration.
  private func noteModifiers(
    of factory: FactoryDeclaration,
    as form: Form,
    _ lifetime: String?,
    at variable: VariableDeclSyntax
  ) {
    var expressed: Set = ["cached", "onPreview", "onTest", "singleton", "unique"]
    if let lifetime { expressed.insert(lifetime == ".shared" ? "shared" : "timeToLive") }
    if form != .closure {
      expressed.insert("scopeOnParameters")
      if factory.isKept, factory.closure != nil, factory.isConstant(in: project) {
        expressed.formUnion(["graph", "shared", "timeToLive"])
      }
    }
    if factory.decoration(in: project) != nil { expressed.insert("decorator") }
    // The modifier `.once()` matters only if other code also applies modifiers to the factory, so
    // report it only in that case.
    if !project.modified.contains(factory.name) { expressed.insert("once") }
    for modifier in factory.modifiers {
      let isContext = ["onPreview", "onTest"].contains(modifier.name)
      if expressed.contains(modifier.name), !isContext || modifier.closure != nil { continue }
      let remedy =
        switch modifier.name {
        case "onPreview": "pass the value that the removed function returns as 'preview:'"
        case "onTest": "pass the value that the removed function returns as 'test:'"
        case "shared" where lifetime == nil && form == .value:
          "add 'lifetime: .shared' to the entry if each value is an instance of a class, and otherwise \(Self.lifetimes)"
        case "graph": Self.graph
        case "scope": Self.scope
        case "shared", "timeToLive": Self.lifetimes
        case "once":
          "move the modifiers that other code applies to this factory into this declaration"
        case "decorator": Self.decorator
        case let name where name.hasPrefix("on") || name == "context":
          "check for the argument or context where the value is created, and create the removed value there"
        default: "apply the removed code to the value where it is created"
        }
      note(
        variable,
        why: isContext
          ? "the argument of '.\(modifier.name)' is not a closure literal, so it was removed"
          : "'.\(modifier.name)' has no equivalent",
        write: remedy,
        removed: modifier.text
      )
    }
  }

  /// Reports how the lifetime of the migrated dependency differs from the Factory scope that it
  /// replaces.
  private func noteLimits(
    of lifetime: String,
    of factory: FactoryDeclaration,
    as form: Form,
    at variable: VariableDeclSyntax
  ) {
    let type = factory.made.nameForLookup
    let overrides = form == .value ? project.overrides[factory.name, default: []] : []
    if !overrides.allSatisfy({ project.isConstant($0, as: type) }) {
      note(
        variable,
        why:
          "the lifetime '\(lifetime)' does not apply to registered values, so all reads within an override get the same instance",
        write: "remove this comment if a registered instance may be kept as long as its override"
      )
    }
    guard lifetime != ".shared" else { return }
    note(
      variable,
      why:
        "in Factory, each read restarted the time to live, but now it starts when the instance is created",
      write: "remove this comment if the instance may be replaced while it is in use"
    )
    let count = project.factoryReads.count(of: factory.name)
    if count > 0 {
      note(
        variable,
        why:
          "tests reach \(count) \(count == 1 ? "read" : "reads") of this factory, and fail because its lifetime needs a clock",
        write: "override 'continuousClock' or the dependency in these tests"
      )
    }
  }

  /// Returns `true` if tests read the factory, but neither the factory nor these tests provide a
  /// value for tests. In the library Factory, such a read returns the live value (the value used
  /// outside of tests).
  private func isReadInTests(_ factory: FactoryDeclaration) -> Bool {
    !factory.isForTests && project.factoryReads.count(of: factory.name) > 0
  }

  /// Returns the code for the argument `test:` of the migrated `@DependencyEntry`. The code repeats
  /// the factory's live value (the value used outside of tests), so that tests keep this value.
  /// Returns `nil` if tests do not need the value, or if the code cannot be repeated, for example
  /// because it is too long.
  private func valueInTests(of factory: FactoryDeclaration, as form: Form) -> String? {
    guard keepsLiveValue(factory, as: form), let closure = factory.closure, let made = closure.only
    else { return nil }
    let whole = form == .value ? Syntax(made) : Syntax(closure)
    let type = factory.annotation(of: closure, as: form, in: project, isLive: true)
    if form != .value { removeCapture(of: closure) }
    walk(closure.statements)
    return draft.take(whole.byteRange).map { form.maker(in: project) + $0 + type }
  }

  /// Returns `true` if the migrated `@DependencyEntry` repeats the code of the factory's live value
  /// (the value used outside of tests) in the argument `test:`, so that tests keep this value.
  private func keepsLiveValue(_ factory: FactoryDeclaration, as form: Form) -> Bool {
    guard isReadInTests(factory), let closure = factory.closure, let made = closure.only,
      made.as(FunctionCallExprSyntax.self)?.isFatal != true, factory.decoration(in: project) == nil
    else { return false }
    let whole = form == .value ? text(made) : text(closure)
    let type = factory.annotation(of: closure, as: form, in: project, isLive: true)
    return whole.count < 60 && !whole.contains(where: \.isNewline)
      && (form != .value || type.isEmpty || !made.is(SequenceExprSyntax.self))
  }

  /// Returns `true` if the migrated factory has a test value. The value comes from the modifier
  /// `.onTest`, or from the live value (the value used outside of tests), which the migration
  /// repeats in the argument `test:` of `@DependencyEntry`.
  func hasTestValue(_ factory: FactoryDeclaration) -> Bool {
    factory.isForTests || keepsLiveValue(factory, as: factory.form(in: project))
  }

  /// Reports how many reads in tests return the live value (the value used outside of tests), as
  /// they did before the migration. The reason is that the migrated `@DependencyEntry` also passes
  /// the live value as its `test:` argument. The number is the total for the whole project, so one
  /// report is enough.
  private func noteLiveValuesInTests(at variable: VariableDeclSyntax) {
    let factories = project.factories.values.joined().filter {
      keepsLiveValue($0, as: $0.form(in: project))
    }
    let count = Set(factories.map(\.name)).reduce(0) { $0 + project.factoryReads.count(of: $1) }
    note(
      variable,
      why:
        "tests reach \(count) \(count == 1 ? "read" : "reads") of factories without a test value, and the argument 'test:' keeps their live values in tests, as in Factory",
      write:
        "remove 'test:' from each factory whose reads must fail in tests, and then this comment"
    )
  }

  /// Reports how many reads of a factory in tests will fail because the migrated factory has no
  /// test value.
  private func noteTestReads(of factory: FactoryDeclaration, at variable: VariableDeclSyntax) {
    guard factory.closure != nil, isReadInTests(factory) else { return }
    let count = project.factoryReads.count(of: factory.name)
    note(
      variable,
      why:
        "tests reach \(count) \(count == 1 ? "read" : "reads") of this factory, and fail because it has no test value",
      write:
        "add the argument 'test:' with the initial value to keep the live value in tests, or override the dependency in them"
    )
  }

  /// Replaces the code in the range `whole` with `opening`, followed by the value that the closure
  /// makes. For example, `service.register { Mock() }` becomes `$0.service = Mock()`. The closure
  /// itself follows `opening` if the dependency does not provide a plain value, or if the closure
  /// cannot be replaced by a single expression, for example because it has several statements.
  func place(
    _ closure: ClosureExprSyntax,
    as form: Form,
    in whole: Range<Int>,
    after opening: String,
    isDeclared: Bool = false
  ) {
    let isFatal = closure.only?.as(FunctionCallExprSyntax.self)?.isFatal == true
    // Keep a closure that captures anything other than `self` (the container), and call it instead
    // of replacing it with the expression that it contains.
    let capturesOthers = closure.signature?.capture?.isOfSelf == false
    if form == .value, let value = closure.only, !isFatal, !capturesOthers {
      replace(whole.lowerBound..<value.start, with: opening)
      replace(value.end..<whole.upperBound, with: "")
    } else {
      let range = closure.byteRange
      replace(whole.lowerBound..<range.lowerBound, with: opening + form.maker(in: project))
      if isDeclared { removeCapture(of: closure) }
      replace(range.upperBound..<whole.upperBound, with: form == .value ? "()" : "")
    }
    walk(closure.statements)
  }

  /// Removes a closure's capture list. The list contains only `self`: the container, which no
  /// longer exists after the migration. Factories with other capture lists are not migrated.
  private func removeCapture(of closure: ClosureExprSyntax) {
    guard let signature = closure.signature, let capture = signature.capture else { return }
    if signature.attributes.isEmpty, signature.parameterClause == nil {
      replace(closure.leftBrace.end..<signature.end, with: "")
    } else {
      removeWord(capture)
    }
  }
}

extension FunctionDeclSyntax {
  /// Whether this method of a container may register values for the container's factories. Every
  /// instance method that returns nothing is assumed to do so.
  var mayRegister: Bool {
    signature.returnClause == nil && !modifiers.contains { $0.name.text == "static" }
  }
}
