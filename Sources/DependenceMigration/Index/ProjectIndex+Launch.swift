import SwiftSyntax

/// The times at which a piece of code may run.
enum RunTime: Hashable {
  /// While the program starts.
  case launch
  /// In a test, or before each test.
  case test
  /// In a preview of Xcode.
  case preview
  /// At a time that the project does not show, such as after a login.
  case later
}

extension ProjectIndex {
  /// The times at which a node may run, judged by the functions around it and by all that refer to them.
  ///
  /// A preparation counts only before the first read, so that a registration may become one only if it runs while the
  /// program starts. A function that nothing calls may be called by another package at any time.
  func runTimes(of node: some SyntaxProtocol, in source: MigrationSource) -> Set<RunTime> {
    var visited: Set<String> = []
    let found = runTimes(of: Syntax(node), isTest: source.isTest, visited: &visited)
    return found.isEmpty ? [.later] : found
  }

  /// The statements that run before a node: those before it in its function, and those before the calls of that function.
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
        found += list.prefix { $0.position < inner.position }
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
        if closure.parent?.ancestorPreview != nil || outer.ancestorPreview != nil {
          return [.preview]
        }
        if !closure.runsAtOnce { return [.later] }
      case .functionDecl(let function):
        if function.isEntryPoint { return [.launch] }
        if let owner = function.owner, isTestCase(owner.typeName) { return [.test] }
        return runTimes(of: function.name.text, in: function.owner, visited: &visited)
      case .initializerDecl(let initializer):
        guard let owner = initializer.owner else { return [.later] }
        return owner.isEntryPoint
          ? [.launch] : runTimes(ofMaking: owner.typeName, visited: &visited)
      case .macroExpansionDecl(let macro) where macro.macroName.text == "Preview":
        return [.preview]
      case .macroExpansionExpr(let macro) where macro.macroName.text == "Preview":
        return [.preview]
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
        // Only the main file of a program has statements outside of declarations.
        return inner.is(CodeBlockItemListSyntax.self) ? [.launch] : [.later]
      default: break
      }
      inner = outer
    }
    return [.later]
  }

  /// The times at which a function or property is used.
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

  /// The times at which an instance of a type is made.
  private func runTimes(ofMaking type: String, visited: inout Set<String>) -> Set<RunTime> {
    runTimes(of: type, visited: &visited) {
      references[type, default: []].filter { use in
        guard let member = use.node.parent?.as(MemberAccessExprSyntax.self) else { return true }
        // `Type.shared` reads a member and makes nothing by itself.
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
      // A function that refers to itself adds nothing.
      found.formUnion(runTimes(of: node, isTest: isTest, visited: &visited))
      if found.contains(.later) { break }
    }
    return found
  }

  /// Whether a name may mean the member of a type, or the global declaration if there is no type.
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

extension MigrationSource {
  /// The runners of tests that the file uses: Quick runs its specs as test cases of XCTest.
  var runners: [String] {
    ["Testing", "XCTest"].filter {
      importedModules.contains($0) || $0 == "XCTest" && importedModules.contains("Quick")
    }
  }

  var isTest: Bool {
    !runners.isEmpty || path.split(separator: "/").dropLast().contains { $0.hasSuffix("Tests") }
  }
}

extension Syntax {
  /// The preview whose trailing closure this node is.
  fileprivate var ancestorPreview: Syntax? {
    guard let parent else { return nil }
    let name =
      parent.as(MacroExpansionDeclSyntax.self)?.macroName.text
      ?? parent.as(MacroExpansionExprSyntax.self)?.macroName.text
    return name == "Preview" ? parent : nil
  }
}

extension ClosureExprSyntax {
  private static let callers: Set = [
    "assumeIsolated", "compactMap", "filter", "forEach", "map", "prepareDependencies", "withLock",
  ]

  /// Whether the closure runs where it is written: it is called at once, or handed to a function that does so.
  fileprivate var runsAtOnce: Bool {
    if let call = parent?.as(FunctionCallExprSyntax.self) {
      if call.calledExpression.id == id { return true }
      return Self.callers.contains(call.calledExpression.lastComponent)
    }
    // A statement of a function or a property's block is no closure expression.
    return false
  }
}

extension FunctionDeclSyntax {
  private static let delegateFunctions: Set = [
    "applicationDidFinishLaunching", "applicationWillFinishLaunching",
  ]

  /// Whether the function runs once, when the program starts.
  fileprivate var isEntryPoint: Bool {
    let labels = signature.parameterClause.parameters.map(\.firstName.text)
    let isDelegate =
      name.text == "application"
      && !Set(labels).isDisjoint(with: [
        "didFinishLaunchingWithOptions", "willFinishLaunchingWithOptions",
      ])
    let isMain = name.text == "main" && modifiers.contains { $0.name.text == "static" }
    // A container calls its `autoRegister` before the first read; the row there explains who calls it afterwards.
    return isDelegate || isMain || name.text == "autoRegister"
      || Self.delegateFunctions.contains(name.text)
  }
}

extension DeclGroupSyntax {
  /// Whether the type is the one that the program starts with, which is made once.
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
