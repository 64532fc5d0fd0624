import SwiftIfConfig
import SwiftSyntax

extension SourceContext {
  /// Returns the dependencies that an attribute such as `@Dependency(\.client)` reads. The
  /// attribute may also name an alias of `Dependency`.
  func keyReads(of attribute: AttributeSyntax) -> [KeyRead] {
    let isMacro = ["DependencyProperties", "Dependencies"].contains(attribute.name)
    let reads = keyReads(attribute.labeled, through: isMacro ? nil : attribute.name)
    return isMacro ? reads : Array(reads.prefix(1))
  }

  /// Returns the dependency that a call such as `Dependency(\.client)` reads.
  func keyRead(of call: FunctionCallExprSyntax) -> KeyRead? {
    guard let argument = call.arguments.first?.expression else { return nil }
    var called = call.calledExpression
    if let member = called.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.tokenKind == .keyword(.`init`)
    {
      called = base
    }
    if let generic = called.as(GenericSpecializationExprSyntax.self) { called = generic.expression }
    // A type that is not named `Dependency` may be an alias of it. Record a call to such a type
    // only if its argument is a key path or a metatype. Otherwise, nearly every initializer call
    // would be recorded as a possible read.
    guard called.referredName?.first?.isUppercase == true,
      called.referredName == "Dependency" || argument.is(KeyPathExprSyntax.self)
        || argument.metatypeBase != nil
    else { return nil }
    let wrapper = called.typeReference?.name ?? called.onOneLine
    return keyReads(Array(call.arguments.prefix(1)), through: wrapper).first
  }

  private func keyReads(_ arguments: [LabeledExprSyntax], through wrapper: String?) -> [KeyRead] {
    let isDependency = ["Dependency", "Dependence.Dependency"].contains(wrapper)
    return arguments.filter { $0.label == nil || $0.label?.text == "test" }.compactMap { argument in
      let expression = argument.expression
      var read = keyRead(expression, at: expression)
      // The argument of a property wrapper may also be the name of a constant that contains a key
      // path or a key. If so, record a read of an unknown dependency.
      if wrapper?.first?.isUppercase == true { read = read ?? unknownRead(expression) }
      if !isDependency { read?.wrapper = wrapper }
      return read
    }
  }

  private func unknownRead(_ node: some SyntaxProtocol) -> KeyRead {
    KeyRead(owner: "", expression: node.onOneLine, module: module, location: location(of: node))
  }

  /// Returns a read of an unknown dependency if the given type alias, which is declared in a
  /// function, is an alias of `Dependency` or `DependencyValues`, or `nil` otherwise. The scan
  /// cannot find code that reads a dependency through such an alias, so it records the alias itself
  /// as a read.
  func keyRead(ofLocal alias: TypeAliasDeclSyntax) -> KeyRead? {
    let name = TypeReference(alias.initializer.value).name.lastComponent
    return ["Dependency", "DependencyValues"].contains(name) ? unknownRead(alias) : nil
  }

  func keyRead(of node: SubscriptCallExprSyntax) -> KeyRead? {
    guard node.calledExpression.isCurrentValues, let argument = node.arguments.first else {
      return nil
    }
    return keyRead(argument.expression, at: node) ?? unknownRead(node)
  }

  /// Returns the dependency that an expression such as `DependencyValues.current.client` reads. If
  /// the expression returns all current values, as in `DependencyValues.current`, the result names
  /// neither a property nor a key.
  func keyRead(of node: MemberAccessExprSyntax) -> KeyRead? {
    if node.base?.isCurrentValues == true { return keyRead(of: node.declName, at: node) }
    guard ExprSyntax(node).isCurrentValues, node.parent?.is(MemberAccessExprSyntax.self) != true,
      node.parent?.is(SubscriptCallExprSyntax.self) != true
    else { return nil }
    return KeyRead(owner: "", module: module, location: location(of: node))
  }

  private func keyRead(of name: DeclReferenceExprSyntax, at node: some SyntaxProtocol) -> KeyRead {
    let name = name.baseName.identifierText
    return KeyRead(owner: "", property: name, module: module, location: location(of: node))
  }

  /// Returns the dependencies that a call such as
  /// `prepareDependencies { $0.client = …; $0[Key.self] = … }` assigns, including assignments in
  /// nested statements. An assignment is marked as conditional if the function that contains the
  /// call may run without it. Returns an empty array for calls to other functions.
  ///
  /// If the call may also assign unknown dependencies, for example by calling a method of
  /// `DependencyValues`, the array contains an element with neither a property nor a key.
  func keyPreparations(of node: FunctionCallExprSyntax) -> [KeyRead] {
    let names = [
      "prepareDependencies", "Dependence.prepareDependencies", "Dependence::prepareDependencies",
    ]
    guard names.contains(node.calledExpression.trimmedDescription) else { return [] }
    let unknown = KeyRead(owner: "", module: module, location: location(of: node))
    guard
      let closure = node.trailingClosure
        ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
    else { return [unknown] }
    let finder = AssignmentFinder(closure, regions: regions)
    finder.walk(closure.statements)
    let isCallConditional = node.isConditional()
    let found = finder.targets.map { target in
      var assignment = assigned(target)
      assignment?.isConditional = isCallConditional || target.isConditional(in: closure)
      return assignment
    }
    return found.compactMap(\.self) + (finder.hasOtherUses || found.contains(nil) ? [unknown] : [])
  }

  private func assigned(_ target: ExprSyntax) -> KeyRead? {
    if let access = target.as(SubscriptCallExprSyntax.self) {
      return access.arguments.first.flatMap { keyRead($0.expression, at: $0.expression) }
    }
    return target.as(MemberAccessExprSyntax.self).map { keyRead(of: $0.declName, at: $0) }
  }

  private func keyRead(_ expression: ExprSyntax, at node: some SyntaxProtocol) -> KeyRead? {
    if let path = expression.as(KeyPathExprSyntax.self) {
      let property = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
      return property.map { keyRead(of: $0.declName, at: node) }
    }
    return expression.metatypeBase.map { key in
      KeyRead(owner: "", key: key.description, module: module, location: location(of: node))
    }
  }

  func keyProperties(of member: DeclSyntax) -> [KeyProperty] {
    guard let variable = member.as(VariableDeclSyntax.self) else { return [] }
    let isEntry = active(variable.attributes).contains { $0.name == "DependencyEntry" }
    return variable.bindings.compactMap { binding in
      guard let name = binding.name else { return nil }
      let type = binding.typeAnnotation.map { TypeReference($0.type) }
      var property = KeyProperty(
        name: name.identifierText,
        key: nil,
        hasLiveValue: isEntry && binding.initializer != nil,
        module: module,
        location: location(of: name)
      )
      if isEntry {
        let named = type.map { $0.name == "Swift.Optional" ? $0.arguments.first ?? $0 : $0 }
        // For a property of type `Client` without an initial value, the `@DependencyEntry` macro
        // uses the key `ClientKey`.
        if !property.hasLiveValue { property.key = named.map { "\($0.name)Key" } }
      } else {
        let accesses = binding.accessorBlock?.nodes(SubscriptCallExprSyntax.self) ?? []
        let keys = Set(accesses.compactMap(\.keyOfSelf))
        property.usesSeveralKeys = keys.count > 1
        property.key = keys.count == 1 ? keys.first : nil
        property.readsOfSelf = binding.accessorBlock.map(readsOfSelf) ?? []
      }
      return property
    }
  }

  /// Returns the names that accessors use like members of `self`, as in `self.client`, `client` or
  /// `self[keyPath: \.client]`. Names in setters, and names of local variables, are not included.
  private func readsOfSelf(in accessors: AccessorBlockSyntax) -> [KeyRead] {
    let isOutside = { [regions] (node: Syntax) in
      node.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind == .keyword(.set)
        || node.is(CodeBlockItemSyntax.self) && ![nil, .active].contains(regions?.isActive(node))
    }
    let names = accessors.nodes(DeclReferenceExprSyntax.self, outside: isOutside).filter { name in
      if let member = name.parent?.as(MemberAccessExprSyntax.self), member.declName == name {
        return member.base?.isSelf == true
      }
      return name.parent?.is(KeyPathPropertyComponentSyntax.self) == false
        && !accessors.declaresLocal(name)
    }
    let paths = accessors.nodes(SubscriptCallExprSyntax.self, outside: isOutside)
      .filter(\.calledExpression.isSelf).compactMap(\.arguments.first?.expression)
      .filter { $0.is(KeyPathExprSyntax.self) }
    return names.map { keyRead(of: $0, at: $0) } + paths.compactMap { keyRead($0, at: $0) }
  }
}

extension AccessorBlockSyntax {
  /// Whether a local variable or a parameter that is declared before `name` has this name, and is
  /// visible there. In `let client = client`, the second name is not that of the variable.
  fileprivate func declaresLocal(_ name: DeclReferenceExprSyntax) -> Bool {
    var locals = nodes(IdentifierPatternSyntax.self).map { ($0.identifier, $0.parent) }
    locals += nodes(ClosureShorthandParameterSyntax.self).map { ($0.name, $0.parent) }
    locals += nodes(ClosureParameterSyntax.self).map {
      ($0.secondName ?? $0.firstName, $0.parent)
    }
    locals += nodes(ClosureCaptureSyntax.self).map { ($0.name, $0.parent) }
    locals += nodes(FunctionParameterSyntax.self).map {
      ($0.secondName ?? $0.firstName, $0.parent)
    }
    return locals.contains { local, declaration in
      guard let declaration, local.text == name.baseName.text,
        declaration.endPosition <= name.position
      else { return false }
      // The local is visible in the closure or function that contains its declaration.
      let scope = sequence(first: declaration, next: \.parent)
        .first { $0.is(ClosureExprSyntax.self) || $0.is(FunctionDeclSyntax.self) }
      return scope.map { $0.endPosition >= name.endPosition } ?? true
    }
  }
}

/// Finds the assignments to dependencies in a `prepareDependencies` closure.
private final class AssignmentFinder: SyntaxVisitor {
  /// The members that the closure assigns through its parameter, as in `$0.client = …`. An
  /// assignment to part of a member, as in `$0.client.url = url`, is not included. Such an
  /// assignment first reads the member's current value, so it cannot provide a live value for a key
  /// that has none.
  var targets: [ExprSyntax] = []
  /// Whether the closure uses its parameter for anything other than reading or assigning a member,
  /// such as calling a method that may assign dependencies.
  var hasOtherUses = false
  private let parameter: String
  private let regions: ConfiguredRegions?

  init(_ closure: ClosureExprSyntax, regions: ConfiguredRegions?) {
    let clause = closure.signature?.parameterClause
    let short = clause?.as(ClosureShorthandParameterListSyntax.self)?.first?.name
    let full = clause?.as(ClosureParameterClauseSyntax.self)?.parameters.first
    (parameter, self.regions) = (
      (short ?? full?.secondName ?? full?.firstName)?.text ?? "$0", regions
    )
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    if let elements = regions?.activeClause(for: node)?.elements { walk(elements) }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    // In a nested closure, `$0` is that closure's own parameter, so do not search the closure.
    parameter == "$0" ? .skipChildren : .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.baseName.text == parameter, let parent = node.parent else { return .skipChildren }
    let member = parent.as(MemberAccessExprSyntax.self).map { ExprSyntax($0) }
    let element = parent.as(SubscriptCallExprSyntax.self).map { ExprSyntax($0) }
    guard let access = member ?? element,
      access.parent?.as(FunctionCallExprSyntax.self)?.calledExpression != access
    else {
      hasOtherUses = true
      return .skipChildren
    }
    if access.isAssigned { targets.append(access) }
    return .skipChildren
  }
}

extension ExprSyntax {
  /// Whether this expression is the target of an assignment, or is in a tuple that is the target. An
  /// inout argument such as `&$0.client` does not count, because the call first reads the current
  /// value, which may be missing.
  fileprivate var isAssigned: Bool {
    if let tuple = parent?.parent?.parent?.as(TupleExprSyntax.self),
      parent?.is(LabeledExprSyntax.self) == true
    {
      return ExprSyntax(tuple).isAssigned
    }
    guard let elements = parent?.as(ExprListSyntax.self), elements.first == self,
      elements.parent?.is(SequenceExprSyntax.self) == true
    else { return false }
    return elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
  }
}

extension SubscriptCallExprSyntax {
  /// The name of the key if this expression has the form `self[Key.self]`, or `nil` otherwise.
  fileprivate var keyOfSelf: String? {
    guard calledExpression.isSelf else { return nil }
    return arguments.first?.expression.metatypeBase?.description
  }
}

extension ExprSyntax {
  fileprivate var isSelf: Bool {
    self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
  }

  fileprivate var isCurrentValues: Bool {
    let member = self.as(MemberAccessExprSyntax.self)
    return member?.declName.baseName.text == "current"
      && member?.base?.referredName == "DependencyValues"
  }
}
