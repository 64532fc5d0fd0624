import SwiftSyntax

extension SwiftDependenciesMigrator {
  static let scopeProperty = "dependencyScope"

  /// Replaces `withDependencies(from: self) { … }` with `self.dependencyScope.run { … }`, and adds
  /// the property `dependencyScope` to the type of `self`. The property captures the dependency
  /// scope that an instance is created in.
  func migrateScope(of node: FunctionCallExprSyntax) {
    guard let model = node.arguments.first, let open = node.leftParen, let close = node.rightParen
    else { return noteScope(node, of: "the model") }
    let last = node.arguments.dropFirst().first
    guard text(model.expression) == "self", let owner = scopeOwner(of: node),
      last == nil ? node.trailingClosure != nil : last?.label?.text == "operation",
      node.arguments.count <= 2
    else { return noteScope(node, of: text(model.expression)) }
    if hasScopeProperty.insert(owner.id).inserted {
      let line = "private let \(Self.scopeProperty) = captureDependencies()"
      let brace = owner.memberBlock.leftBrace.end
      let first = owner.memberBlock.members.first?.start
      let start = source.lineStart(of: first ?? brace)
      let ownLine = source.newline + source.indentation(at: start) + line
      let isOneLine = start == source.lineStart(of: brace)
      replace(brace..<brace, with: isOneLine ? " \(line);" : ownLine)
    }
    let scope = "self.\(Self.scopeProperty).run"
    if let last { return replace(node.start..<last.expression.start, with: "\(scope)(") }
    guard node.additionalTrailingClosures.first?.label.text == "operation" else {
      return replace(node.start..<close.end, with: scope)
    }
    let effects = node.ancestors.prefix { $0.is(AwaitExprSyntax.self) || $0.is(TryExprSyntax.self) }
      .map { $0.is(TryExprSyntax.self) ? "try " : "await " }
    insert("\(scope) { \(effects.reversed().joined())", before: node)
    replace(open.start..<close.end, with: "")
    insert(" }", after: node)
  }

  /// Reports a call to `withDependencies` whose closure creates one of the project's SwiftUI views.
  /// SwiftUI evaluates the view's body after the call, so the view's migrated property wrappers do
  /// not see the overrides.
  func noteView(madeBy node: FunctionCallExprSyntax) {
    let operation =
      node.additionalTrailingClosures.first?.closure
      ?? node.argument("operation")?.as(ClosureExprSyntax.self)
    guard project.hasReadingViews, let name = operation?.statements.last?.madeType,
      project.names.inherits("View", in: name)
    else { return }
    note(
      node,
      why: "a SwiftUI view reads its dependencies later, outside of this override",
      write: "apply '.dependencies { … }' with the same overrides to the view"
    )
  }

  /// Returns the declaration of the type that contains a call. If the call is in an extension,
  /// returns the declaration of the extended class, or `nil` if this file declares no such class.
  private func scopeOwner(of node: FunctionCallExprSyntax) -> (any DeclGroupSyntax)? {
    guard let part = node.owner?.as(ExtensionDeclSyntax.self) else { return node.owner }
    return source.tree.statements.lazy.compactMap { $0.item.as(ClassDeclSyntax.self) }
      .first { $0.name.text == part.extendedType.trimmedDescription }
  }

  /// Returns the names of the variables and parameters in this file that hold a dependency scope
  /// captured with `withEscapedDependencies`.
  func findScopeNames() -> Set<String> {
    let annotated = source.tree.nodes(MemberTypeSyntax.self).filter(\.isEscapedScope).compactMap {
      type in
      type.ancestors.lazy.compactMap { node in
        node.as(FunctionParameterSyntax.self)?.name
          ?? node.as(PatternBindingSyntax.self)?.pattern.trimmedDescription
      }.first
    }
    let parameters = source.tree.nodes(FunctionCallExprSyntax.self).filter(\.isEscape)
      .compactMap { call in
        let closure =
          call.trailingClosure ?? call.arguments.first?.expression.as(ClosureExprSyntax.self)
        return closure?.parameters.first?.name
      }
    return Set(annotated + parameters)
  }

  /// Returns `true` if a call to `yield` runs its closure in a dependency scope that was captured
  /// with `withEscapedDependencies`. Other types, such as the continuation of an `AsyncStream`,
  /// also have a method named `yield`.
  func yieldsToScope(_ node: FunctionCallExprSyntax) -> Bool {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base?.lastComponent
    else { return false }
    if base == "$0" {
      let closure = node.ancestor(ClosureExprSyntax.self)
      return closure?.ancestor(FunctionCallExprSyntax.self)?.isEscape ?? false
    }
    return scopeNames.contains(base.hasSuffix("?") ? String(base.dropLast()) : base)
  }

  private func noteScope(_ node: FunctionCallExprSyntax, of model: String) {
    note(
      node,
      why: "'withDependencies(from:)' has no equivalent",
      write:
        "give the type of '\(model)' a 'let \(Self.scopeProperty) = captureDependencies()', and call "
        + "'\(model).\(Self.scopeProperty).run { … }'"
    )
  }

  /// Migrates the dependency traits of a test or suite, such as `.dependency(Client())`.
  func migrateTraits(_ list: LabeledExprListSyntax, of node: AttributeSyntax) {
    for argument in list {
      if let call = argument.expression.as(FunctionCallExprSyntax.self),
        call.calledExpression.trimmedDescription == ".dependency", call.arguments.count == 1,
        let value = call.arguments.first?.expression
      {
        needsHarness = true
        let type = path(of: value)?.prefix { $0.first?.isUppercase == true } ?? []
        if !type.isEmpty {
          insert("\(type.joined(separator: ".")).self, ", before: value)
        } else {
          note(
            node,
            why: "the type of the dependency cannot be determined from this line",
            write: "use '.dependency(Type.self, …)'"
          )
        }
      } else if argument.expression.trimmedDescription.hasPrefix(".dependenc") {
        needsHarness = true
      }
    }
  }

  /// Returns the names in an expression such as `Type.member` or `Type(…)`. Returns `nil` for other
  /// expressions.
  private func path(of value: ExprSyntax?) -> [String]? {
    if let call = value?.as(FunctionCallExprSyntax.self) { return path(of: call.calledExpression) }
    if let member = value?.as(MemberAccessExprSyntax.self) {
      return path(of: member.base).map { $0 + [member.declName.baseName.text] }
    }
    return value?.as(DeclReferenceExprSyntax.self).map { [$0.baseName.text] }
  }

  /// Replaces the dependency traits of a preview with `.modifier(DependencePreview { … })`.
  func migratePreview(_ arguments: LabeledExprListSyntax) {
    for argument in arguments {
      guard let call = argument.expression.as(FunctionCallExprSyntax.self) else { continue }
      switch call.calledExpression.trimmedDescription {
      case ".dependencies":
        replace(call.calledExpression, with: ".modifier(DependencePreview")
        insert(")", after: call)
      case ".dependency":
        let values = call.arguments.map(\.expression)
        if values.count == 2, let path = values[0].as(KeyPathExprSyntax.self) {
          let opening = ".modifier(DependencePreview { $0\(text(path).drop { $0 != "." }) = "
          replace(call.start..<values[1].start, with: opening)
          replace(values[1].end..<call.end, with: " })")
        } else {
          note(
            call,
            why: "the type of the dependency cannot be determined from this line",
            write: "assign it in 'DependencePreview { … }'"
          )
        }
      default: break
      }
    }
  }

  /// Migrates an `invokeTest` method that only overrides dependencies to a
  /// `configureDependencies(_:)` method.
  ///
  /// In the original code, the superclass overrides dependencies inside the scope of the subclass,
  /// so the superclass's overrides take precedence. To keep this order, the migrated method of a
  /// subclass calls the superclass's method at the end.
  func migrateInvocation(_ node: FunctionDeclSyntax) {
    guard node.modifiers.contains(where: { $0.name.text == "override" }), let body = node.body,
      text(body).contains("withDependencies"),
      let test = node.ancestor(ClassDeclSyntax.self)
    else { return }
    guard let (call, update) = node.overridesAroundTest,
      let first = update.statements.first, let last = update.statements.last,
      let parent = test.inheritanceClause?.inheritedTypes.first
    else {
      return note(
        node,
        why: "this 'invokeTest' does more than override dependencies",
        write:
          "inherit from 'DependencyTestCase', move the overrides to 'configureDependencies(_:)', and the rest to 'setUp()'"
      )
    }
    let isRoot = parent.type.lastComponent == "XCTestCase"
    guard isRoot || !update.statements.returnsEarly else {
      return note(
        node,
        why: "after an early return, the overrides of the base class would not be applied",
        write: "write the overrides without 'return', and run the command again"
      )
    }
    guard project.testCaseRoot(of: test.name.text) != nil else {
      return note(
        node,
        why:
          "the base class '\(parent.type.trimmedDescription)' of this test case is not declared in the migrated files",
        write:
          "make that class inherit from 'DependencyTestCase', and override 'configureDependencies(_:)' here"
      )
    }
    needsHarness = true
    let parameter = update.parameters.first?.name ?? "dependencies"
    // An overriding method can throw only if the overridden one is declared with `throws`, so add
    // `throws` if the class may have subclasses.
    let isFinal = test.modifiers.contains { $0.name.text == "final" }
    let effect = !isRoot || !isFinal || text(update).contains("try ") ? " throws" : ""
    replace(
      node.name.start..<node.signature.end,
      with: "configureDependencies(_ \(parameter): inout DependencyValues)" + effect
    )
    let indentation = source.indentation(of: call)
    let inherited = source.newline + indentation + "try super.configureDependencies(&\(parameter))"
    replace(call.start..<first.start, with: "")
    replace(last.end..<call.end, with: isRoot ? "" : inherited)
    dedent(
      first.start..<last.end,
      by: source.indentation(of: first).utf8.count - indentation.utf8.count
    )
    if update.signature == nil {
      let names = update.statements.nodes(DeclReferenceExprSyntax.self) {
        $0.is(ClosureExprSyntax.self)
      }
      for name in names where name.baseName.text == "$0" { replace(name.baseName, with: parameter) }
    }
  }

  /// Changes the superclass of a test case from `XCTestCase` to `DependencyTestCase` if the test
  /// case or one of its subclasses overrides dependencies in `invokeTest`.
  func migrateTestCase(_ node: ClassDeclSyntax) {
    guard project.testCaseRoots.contains(node.name.text),
      let parent = node.inheritanceClause?.inheritedTypes.first?.type,
      parent.lastComponent == "XCTestCase"
    else { return }
    replace(parent, with: "DependencyTestCase")
    needsHarness = true
  }

  /// Reduces the indentation of all lines in a range except the first.
  private func dedent(_ range: Range<Int>, by depth: Int) {
    guard depth > 0 else { return }
    for start in range.map({ $0 + 1 }) where source.bytes[start - 1] == .newline {
      if source.lineStart(of: start) == start, source.indentation(at: start).utf8.count >= depth {
        replace(start..<start + depth, with: "")
      }
    }
  }
}

extension FunctionDeclSyntax {
  /// The call to `withDependencies` in an `invokeTest` method that only overrides dependencies, and
  /// the closure that overrides them, or `nil` for other functions.
  var overridesAroundTest: (call: FunctionCallExprSyntax, update: ClosureExprSyntax)? {
    guard name.text == "invokeTest", modifiers.contains(where: { $0.name.text == "override" }),
      let body, body.statements.count == 1,
      let call = body.statements.first?.item.as(FunctionCallExprSyntax.self),
      call.calledExpression.trimmedDescription == "withDependencies", call.arguments.isEmpty,
      let update = call.trailingClosure, !update.statements.isEmpty,
      let operation = call.additionalTrailingClosures.first,
      operation.closure.statements.trimmedDescription == "super.invokeTest()"
    else { return nil }
    return (call, update)
  }
}

extension CodeBlockItemSyntax {
  /// The name at the start of the statement's expression, such as `Screen` in
  /// `Screen(…).padding()`.
  fileprivate var madeType: String? {
    var next = expression
    while let node = next {
      if let name = node.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
      next =
        node.as(FunctionCallExprSyntax.self)?.calledExpression
        ?? node.as(MemberAccessExprSyntax.self)?.base
        ?? node.as(GenericSpecializationExprSyntax.self)?.expression
    }
    return nil
  }
}

extension MemberTypeSyntax {
  /// Whether this type is `DependencyValues.Continuation`, the scope that
  /// `withEscapedDependencies` passes to its closure.
  var isEscapedScope: Bool {
    name.text == "Continuation" && baseType.lastComponent == "DependencyValues"
  }
}

extension FunctionCallExprSyntax {
  fileprivate var isEscape: Bool {
    calledExpression.lastComponent == "withEscapedDependencies"
  }
}
