import DependenceGraphKernel
import SwiftIfConfig
import SwiftSyntax

/// Reads a source file and collects the declarations that are relevant to the dependency graph, and
/// the places where code reads a dependency.
final class SummaryReader: SyntaxVisitor {
  typealias Next = SyntaxVisitorContinueKind

  private struct Scope {
    var path: String
    /// The highest access level that a declaration can have in this scope (the body of a type or an
    /// extension).
    var limit: AccessLevel
    var memberAccess: AccessLevel
    var isValues = false
    /// Whether this is the body of an extension with a `where` clause.
    var isConstrained = false
    /// The name of the property of this type whose declaration contains the current node, or `nil`
    /// if the node is not in a property.
    var member: String?
  }

  let context: SourceContext
  var summary: FileSummary
  private let allowedLines: Set<Int>
  private var scopes: [Scope] = []
  /// The number of function, accessor, and closure bodies that contain the current node. Inside a
  /// body, protocols, type aliases, and types that are not `@Instantiable` are not added to the
  /// summary, because other files cannot refer to them.
  private var bodies = 0
  private var conditions: [(condition: UndecidedCondition, node: IfConfigDeclSyntax)] = []

  init(context: SourceContext, allowedLines: Set<Int>) {
    self.context = context
    self.allowedLines = allowedLines
    summary = FileSummary(path: context.path, module: context.module)
    super.init(viewMode: .sourceAccurate)
  }

  private var owner: String { scopes.last?.path ?? "" }

  override func visit(_ node: IfConfigDeclSyntax) -> Next {
    if node.declaresMoreThanImports, let name = context.configuration.undecidedName(in: node) {
      let condition = UndecidedCondition(name: name, location: context.location(of: node))
      conditions.append((condition, node))
    }
    if let elements = context.regions?.activeClause(for: node)?.elements { walk(elements) }
    return .skipChildren
  }

  /// The `#if` conditions that the scan cannot evaluate and that may affect the graph. These are
  /// all such conditions in a file that declares a type in the graph. In other files, a condition
  /// is included only if its `#if` block contains text such as `Dependency` or `Instantiable`,
  /// which suggests that the block is relevant to the graph, or if the block declares types or
  /// extends them with a conformance.
  var undecidedConditions: [UndecidedCondition] {
    conditions.compactMap { condition, node in
      let source = Array(node.description.utf8)
      guard summary.types.isEmpty, Markers.offsets(in: source).isEmpty else { return condition }
      var condition = condition
      let names = Markers.declarations(in: source)
      condition.declaredNames = names
      return names.isEmpty ? nil : condition
    }
  }

  override func visit(_ node: ImportDeclSyntax) -> Next {
    let module = node.path.first?.name.text ?? ""
    let words =
      context.active(node.attributes).map(\.onOneLine) + ["import"]
      + (node.importKindSpecifier.map { [$0.text] } ?? []) + [node.path.onOneLine]
    let isPublic = AccessLevel(of: node.modifiers) == .public
    let source = words.joined(separator: " ")
    summary.imports.append(.init(module: module, source: source, isPublic: isPublic))
    return .skipChildren
  }

  override func visit(_ node: StructDeclSyntax) -> Next { enter(node, .struct) }
  override func visit(_ node: ClassDeclSyntax) -> Next { enter(node, .class) }
  override func visit(_ node: ActorDeclSyntax) -> Next { enter(node, .actor) }
  override func visit(_ node: EnumDeclSyntax) -> Next { enter(node, .enum) }
  override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

  override func visit(_ node: CodeBlockSyntax) -> Next { enterBody() }
  override func visit(_ node: AccessorBlockSyntax) -> Next { enterBody() }
  override func visit(_ node: ClosureExprSyntax) -> Next { enterBody() }
  override func visitPost(_ node: CodeBlockSyntax) { bodies -= 1 }
  override func visitPost(_ node: AccessorBlockSyntax) { bodies -= 1 }
  override func visitPost(_ node: ClosureExprSyntax) { bodies -= 1 }

  private func enterBody() -> Next {
    bodies += 1
    return .visitChildren
  }

  private func enter(
    _ node: some DeclGroupSyntax & NamedDeclSyntax & WithGenericParametersSyntax,
    _ kind: TypeDeclaration.Kind
  ) -> Next {
    let declaration = declaration(node, node.modifiers, kind, node.genericParameterClause)
    scopes.append(Scope(path: declaration.name, limit: declaration.access, memberAccess: .internal))
    read(node, declaration)
    return .visitChildren
  }

  private func declaration(
    _ node: some NamedDeclSyntax,
    _ modifiers: DeclModifierListSyntax,
    _ kind: TypeDeclaration.Kind,
    _ generics: GenericParameterClauseSyntax? = nil
  ) -> TypeDeclaration {
    let text = node.name.identifierText
    let access = AccessLevel(of: modifiers) ?? scopes.last?.memberAccess ?? .internal
    return TypeDeclaration(
      name: scopes.last.map { "\($0.path).\(text)" } ?? text,
      kind: kind,
      enclosing: scopes.map(\.path),
      genericParameters: generics?.parameters.map(\.name.identifierText) ?? [],
      access: min(access, scopes.last?.limit ?? .open),
      module: context.module,
      location: context.location(of: node.name)
    )
  }

  override func visit(_ node: ExtensionDeclSyntax) -> Next {
    let extended = TypeReference(node.extendedType)
    let access = AccessLevel(of: node.modifiers) ?? .internal
    let isValues = KeyProperty.ownerNames.contains(extended.name)
    var scope = Scope(path: extended.name, limit: .open, memberAccess: access, isValues: isValues)
    scope.isConstrained = node.genericWhereClause != nil
    scopes.append(scope)
    let declaration = TypeDeclaration(
      name: extended.name,
      kind: .extension,
      access: access,
      module: context.module,
      location: context.location(of: node.extendedType)
    )
    read(node, declaration, extending: extended)
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> Next {
    guard bodies == 0 else { return .skipChildren }
    var declaration = declaration(node, node.modifiers, .protocol)
    declaration.read(node, context)
    // `protocol P where Self: Base` has the same meaning as `protocol P: Base`.
    for requirement in node.genericWhereClause?.requirements ?? [] {
      guard let conformance = requirement.requirement.as(ConformanceRequirementSyntax.self),
        conformance.leftType.trimmedDescription == "Self"
      else { continue }
      declaration.inheritedTypes.append(TypeReference(conformance.rightType))
    }
    let members = context.active(node.memberBlock.members)
    let requirements = members.compactMap(context.requirement)
    summary.protocols.append(.init(declaration: declaration, requirements: requirements))
    let access = declaration.access
    scopes.append(Scope(path: declaration.name, limit: access, memberAccess: access))
    defer { scopes.removeLast() }
    for alias in members.compactMap({ $0.as(TypeAliasDeclSyntax.self) }) { _ = visit(alias) }
    return .skipChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> Next {
    guard bodies == 0 else {
      _ = note(context.keyRead(ofLocal: node))
      return .skipChildren
    }
    var alias = declaration(node, node.modifiers, .alias, node.genericParameterClause)
    alias.aliased = TypeReference(node.initializer.value)
    summary.declarations.append(alias)
    return .skipChildren
  }

  /// Adds a type declaration or an extension to the summary, along with the attributes and members
  /// that are relevant to the graph.
  private func read(
    _ node: some DeclGroupSyntax,
    _ declaration: TypeDeclaration,
    extending type: TypeReference? = nil
  ) {
    var declaration = declaration
    declaration.read(node, context)
    let (name, protocols) = (declaration.name, declaration.inheritedTypes.map(\.description))
    if !protocols.isEmpty, (protocols + [name]).contains(where: { $0.hasSuffix("Key") }) {
      let key = KeyConformance(
        key: name,
        protocols: protocols,
        module: context.module,
        location: declaration.location
      )
      summary.keyConformances.append(key)
    }
    let members = context.active(node.memberBlock.members)
    let attributes = context.active(node.attributes)
    if let configuration = attributes.first(where: { $0.name == "SafeDIConfiguration" }) {
      let message =
        "@SafeDIConfiguration is not supported; remove the type, because the plugin passes modules "
        + "and conditions to the generator, and tests create roots with 'Root.test { … }'"
      context.report(message, at: configuration)
    }
    if let marker = attributes.first(where: { $0.name == "Instantiable" }) {
      let reader = InstantiableReader(context: context, declaration: node, marker: marker)
      summary.types += reader.read(InstantiableType(declaration, type: type))
    } else {
      if type == nil, bodies == 0 { summary.declarations.append(declaration) }
      if type != nil, !declaration.inheritedTypes.isEmpty { summary.extensions.append(declaration) }
      // Report attributes such as `@Received` in a type that is not marked `@Instantiable`, because
      // they have no effect there.
      let variables = members.compactMap { $0.as(VariableDeclSyntax.self) }
      for attribute in variables.compactMap(context.injection) {
        let advice = "because '\(owner)' is not @Instantiable; mark '\(owner)' @Instantiable"
        context.report("@\(attribute.name) has no effect here, \(advice)", at: attribute)
      }
    }
    if scopes.last?.isValues == true {
      summary.keyProperties += members.flatMap(context.keyProperties).map { property in
        var property = property
        property.readsOfSelf = property.readsOfSelf.map(complete)
        return property
      }
    }
  }

  override func visit(_ node: VariableDeclSyntax) -> Next {
    if node.isMember { scopes[scopes.count - 1].member = node.bindings.first?.name?.identifierText }
    return .visitChildren
  }
  override func visitPost(_ node: VariableDeclSyntax) {
    if node.isMember { scopes[scopes.count - 1].member = nil }
  }

  override func visit(_ node: AttributeSyntax) -> Next {
    // The arguments of this macro are a test value and a preview value, which the app does not use.
    if node.name == "DependencyEntry" { return .skipChildren }
    summary.keyReads += context.keyReads(of: node).map(complete)
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> Next { note(context.keyRead(of: node)) }
  override func visit(_ node: MemberAccessExprSyntax) -> Next { note(context.keyRead(of: node)) }

  private func note(_ read: KeyRead?) -> Next {
    if let read { summary.keyReads.append(complete(read)) }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> Next {
    summary.keyPreparations += context.keyPreparations(of: node).map(complete)
    return note(context.keyRead(of: node))
  }

  private func complete(_ read: KeyRead) -> KeyRead {
    var read = read
    read.owner = owner
    read.isConstrained = scopes.contains(where: \.isConstrained)
    read.member = scopes.lazy.compactMap(\.member).first
    read.allowsMissingLive = allowedLines.contains(read.location.line)
    return read
  }
}

extension VariableDeclSyntax {
  fileprivate var isMember: Bool { parent?.is(MemberBlockItemSyntax.self) == true }
}

extension IfConfigDeclSyntax {
  fileprivate var declaresMoreThanImports: Bool {
    clauses.contains { clause in
      guard case .statements(let list) = clause.elements else { return clause.elements != nil }
      return list.contains { !$0.item.is(ImportDeclSyntax.self) }
    }
  }
}

extension TypeDeclaration {
  /// Reads the declaration's inherited types and its isolation. For a class, also determines
  /// whether it can be initialized without arguments.
  fileprivate mutating func read(_ node: some DeclGroupSyntax, _ context: SourceContext) {
    let attributes = context.active(node.attributes)
    // Ignore attributes on inherited types. For example, use `P` for `@retroactive P`.
    inheritedTypes =
      node.inheritanceClause?.inheritedTypes.map {
        TypeReference($0.type.as(AttributedTypeSyntax.self)?.baseType ?? $0.type)
      } ?? []
    isolation = context.isolation(of: node.modifiers, attributes)
    isGlobalActor = attributes.contains { $0.name == "globalActor" }
    if kind == .class {
      let members = context.active(node.memberBlock.members)
      hasPlainInitializer = context.hasPlainInitializer(members)
      // Treat an `@Instantiable` class like a class that declares an initializer, because the macro
      // adds one if there is none.
      declaresInitializers =
        members.contains { $0.is(InitializerDeclSyntax.self) }
        || attributes.contains { $0.name == "Instantiable" }
    }
  }
}
