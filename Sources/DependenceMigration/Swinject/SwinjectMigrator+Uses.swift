import SwiftSyntax

// Migrates the code that resolves services. Also migrates registrations that are not in an assembly.
extension SwinjectMigrator {
  func migrate(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
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
      migrate: { item in
        noteRead(before: item)
        migrate(part: item)
      }
    )
    return .skipChildren
  }

  /// Reports a registration if code that runs earlier resolves the same service, directly or to
  /// create another one.
  private func noteRead(before item: CodeBlockItemSyntax) {
    guard let registration = registration(at: item) else { return }
    let earlier = project.statements(before: item).filter {
      !$0.item.is(DeclSyntax.self) || $0.item.is(VariableDeclSyntax.self)
    }
    let members = isTest ? project.membersThatRun(before: item) : []
    let resolved = project.servicesResolved(
      by: earlier.map { Syntax($0) } + members.map { Syntax($0) }
    )
    if project.isReached(registration.key, from: resolved) {
      noteRead(of: registration.key.type, before: item)
    }
  }

  func migrate(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let generic = node.resolvedGeneric, let close = node.rightParen {
      // In a generic function, a call such as `resolve(T.self)` may resolve a type that is
      // registered either as a value or as a `Provider`, so write code that looks up both.
      let name = node.argument("name").map { ", named: \(text($0))" } ?? ""
      let find = "\(dependencies).resolveIfRegistered"
      let made = "\(project.qualified("Provider"))<\(generic)>"
      let forced = node.parent?.as(ForceUnwrapExprSyntax.self)
      let other = forced == nil ? "\(find)(\(generic).self\(name))" : required(generic, name)
      replace(
        node.start..<(forced?.end ?? close.end),
        with: "(\(find)(\(made).self\(name))?() ?? \(other))"
      )
      return .skipChildren
    }
    if node.parent?.is(CodeBlockItemSyntax.self) == true, node.assemblies != nil {
      return settle(node, as: ExprSyntax(node), isGone: false)
    }
    if project.makes(node), node.parent?.is(CodeBlockItemSyntax.self) != true {
      note(node, why: "'Container' has no equivalent", write: Self.remedies["Assembler"] ?? "")
    }
    guard let resolution = Resolution(node, in: project.names), let close = node.rightParen else {
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
    if let wrapped = resolution.wrapped, !project.isRegistered(resolution.key) {
      return migrateOptional(node, resolution, wrapped)
    }
    if ["Lazy<", "Provider<"].contains(where: resolution.type.hasPrefix),
      !project.isRegistered(resolution.key)
    {
      let registered = resolution.type.drop { $0 != "<" }.dropFirst().dropLast()
      let why =
        "'\(resolution.type)' is resolved here, but only '\(registered)' can be registered, and dependence has no such wrapper"
      note(node, why: why, write: "resolve the type itself, where it is needed")
      return .skipChildren
    }
    let (form, type) = project.provided(resolution.key, as: resolution.type)
    let problem = project.problem(with: resolution)
    if let problem { note(node, why: problem.why, write: problem.remedy) }
    guard (form == .closure) != resolution.arguments.isEmpty else {
      if problem == nil { noteArguments(of: node) }
      return .skipChildren
    }
    let name = resolution.key.name.map { ", named: \($0)" } ?? ""
    let call = form == .value ? "" : "(\(resolution.arguments.joined(separator: ", ")))"
    if let forced = node.parent?.as(ForceUnwrapExprSyntax.self) {
      replace(forced, with: required(type, name) + call)
    } else {
      let find = "\(dependencies).resolveIfRegistered"
      replace(node.start..<close.end, with: "\(find)(\(type).self\(name))")
      if form != .value { insertCall(call, after: ExprSyntax(node)) }
    }
    return .skipChildren
  }

  /// Inserts a call of the optional closure `node`. For example, `resolve(A.self)` becomes
  /// `resolve(A.self)?()`. If `node` begins an optional chain, as in `resolve(A.self)?.b`, the
  /// existing question mark moves, and the result is `resolve(A.self)?().b`.
  private func insertCall(_ call: String, after node: ExprSyntax) {
    insert("?" + call, after: node)
    if let chain = node.parent?.as(OptionalChainingExprSyntax.self) {
      replace(chain.questionMark, with: "")
    }
  }

  /// Returns the code that reads a dependency that must be registered. If it is not, the code
  /// reports an issue that names the dependency, even while `validate()` runs a factory. A forced
  /// `resolveIfRegistered(…)!` would only stop the process.
  ///
  /// - Parameter name: The argument `named:` with a leading comma, or an empty string.
  func required(_ type: String, _ name: String) -> String {
    "\(project.qualified("DependencyValues")).current[module: \(type).self\(name)]"
  }

  /// Migrates `resolve(Service?.self)!`. In Swinject, this expression has the type `Service?`, and
  /// its value is `nil` if no `Service` is registered.
  private func migrateOptional(
    _ node: FunctionCallExprSyntax,
    _ resolution: Resolution,
    _ wrapped: String
  ) -> SyntaxVisitorContinueKind {
    let key = Registration.Key(
      wrapped,
      named: node.argument("name"),
      at: node,
      in: project.names
    )
    let (form, type) = project.provided(key, as: wrapped)
    guard resolution.arguments.isEmpty, form != .closure,
      project.problem(with: Resolution(key: key, type: wrapped)) == nil,
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
    replace(forced, with: "\(dependencies).resolveIfRegistered(\(type).self\(name))")
    if form != .value { insertCall("()", after: ExprSyntax(forced)) }
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
  /// type, because this library resolves only `Sendable` types.
  func constrain(_ node: GenericParameterSyntax) {
    let calls = node.parent?.parent?.parent?.nodes(FunctionCallExprSyntax.self)
    if node.colon == nil, calls?.contains(where: { $0.resolvedGeneric == node.name.text }) == true {
      insert(": Sendable", after: node.name)
    }
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
  /// `resolve(T.self)`, or `nil` if the type is not a generic parameter.
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
  var rootName: String? {
    let bases = sequence(first: calledExpression) { $0.as(MemberAccessExprSyntax.self)?.base }
    return bases.compactMap { $0.as(DeclReferenceExprSyntax.self)?.baseName.text }.last
  }
}
