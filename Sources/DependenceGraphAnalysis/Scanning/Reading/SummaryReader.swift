import SwiftIfConfig
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// Reads what a parsed file says about the graph.
final class SummaryReader: SyntaxVisitor {
  private struct Scope {
    var name: String
    /// The widest access that anything inside can have.
    var limit: AccessLevel
    /// The access of members that name none.
    var memberAccess: AccessLevel
    var isValues: Bool
  }

  let context: SourceContext
  var summary: FileSummary
  private let allowedLines: Set<Int>
  private var scopes: [Scope] = []

  init(context: SourceContext, allowedLines: Set<Int>) {
    self.context = context
    self.allowedLines = allowedLines
    summary = FileSummary(path: context.path, module: context.module)
    super.init(viewMode: .sourceAccurate)
  }

  var owner: String { scopes.map(\.name).joined(separator: ".") }

  func allowsMissingLive(at place: SourcePlace) -> Bool { allowedLines.contains(place.line) }

  // MARK: - Conditions

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    if let elements = context.regions?.activeClause(for: node)?.elements { walk(elements) }
    return .skipChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    let module = node.path.first?.name.text ?? ""
    let words =
      context.active(node.attributes).map(\.onOneLine) + ["import"]
      + (node.importKindSpecifier.map { [$0.text] } ?? []) + [node.path.onOneLine]
    summary.imports.append(.init(module: module, source: words.joined(separator: " ")))
    return .skipChildren
  }

  // MARK: - Types

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .struct, node.name, node.genericParameterClause)
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .class, node.name, node.genericParameterClause)
  }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .actor, node.name, node.genericParameterClause)
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .enum, node.name, node.genericParameterClause)
  }
  override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }
  override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

  private func enter(
    _ node: some DeclGroupSyntax & SyntaxProtocol,
    _ kind: InstantiableType.Kind,
    _ name: TokenSyntax,
    _ generics: GenericParameterClauseSyntax?
  ) -> SyntaxVisitorContinueKind {
    let access = AccessLevel(of: node.modifiers) ?? scopes.last?.memberAccess ?? .internal
    let limit = min(access, scopes.last?.limit ?? .open)
    scopes.append(
      Scope(
        name: name.identifierText,
        limit: limit,
        memberAccess: .internal,
        isValues: false
      )
    )
    var type = InstantiableType(
      name: owner,
      genericParameters: generics?.parameters.map(\.name.identifierText) ?? [],
      kind: kind,
      module: context.module,
      place: context.place(of: name),
      access: limit
    )
    read(node, as: &type) { $0.read(into: $1, attributes: $2) }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let extended = TypeReference(node.extendedType)
    let name = extended.name
    let access = AccessLevel(of: node.modifiers)
    scopes.append(
      Scope(
        name: name,
        limit: .open,
        memberAccess: access ?? .internal,
        isValues: name == "DependencyValues" || name == "Dependence.DependencyValues"
      )
    )
    var type = InstantiableType(
      name: owner,
      type: extended,
      kind: .extension,
      module: context.module,
      place: context.place(of: node.extendedType),
      access: access ?? .internal
    )
    read(node, as: &type) { $0.readExtension(into: $1, attributes: $2) }
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    let access = AccessLevel(of: node.modifiers) ?? scopes.last?.memberAccess ?? .internal
    summary.protocols.append(
      context.read(
        node,
        name: (scopes.map(\.name) + [node.name.identifierText]).joined(separator: "."),
        access: min(access, scopes.last?.limit ?? .open)
      )
    )
    return .skipChildren
  }

  /// Reads what a declaration says of itself and of its members.
  ///
  /// - Parameter readMarked: Reads the rest of one that is marked.
  private func read<Declaration: DeclGroupSyntax & SyntaxProtocol>(
    _ node: Declaration,
    as type: inout InstantiableType,
    readMarked: (
      InstantiableReader<Declaration>, InstantiableType, [AttributeSyntax]
    ) -> InstantiableReader<Declaration>.Result
  ) {
    type.inheritedTypes =
      node.inheritanceClause?.inheritedTypes.map { TypeReference($0.type) } ?? []
    readKeyConformance(type)
    let attributes = context.active(node.attributes)
    if let marker = attributes.first(where: { $0.name == "Instantiable" }) {
      let reader = InstantiableReader(context: context, declaration: node, marker: marker)
      let found = readMarked(reader, type, attributes)
      summary.types += found.types
      summary.problems += found.problems
    } else {
      reportStrayProperties(of: node)
    }
    readEntries(of: node)
  }

  private func readKeyConformance(_ type: InstantiableType) {
    let protocols = type.inheritedTypes.map(\.description).filter { $0.hasSuffix("Key") }
    guard !protocols.isEmpty else { return }
    summary.keyConformances.append(
      KeyConformance(
        key: type.name,
        protocols: protocols,
        module: type.module,
        place: type.place
      )
    )
  }

  private func readEntries(of node: some DeclGroupSyntax) {
    guard scopes.last?.isValues == true else { return }
    summary.keyProperties += context.active(node.memberBlock.members).flatMap {
      context.keyProperties(of: $0)
    }
  }

  /// A marker on a property of a type that is not part of the graph would go unnoticed.
  private func reportStrayProperties(of node: some DeclGroupSyntax) {
    for member in context.active(node.memberBlock.members) {
      guard let variable = member.as(VariableDeclSyntax.self),
        let attribute = context.active(variable.attributes).first(where: {
          InjectedProperty.Source(attribute: $0.name) != nil
        })
      else { continue }
      summary.problems.append(
        FileSummary.Problem(
          kind: .misuse,
          message:
            "@\(attribute.name) has no effect here, as '\(owner)' is not @Instantiable; mark the type, too",
          place: context.place(of: attribute)
        )
      )
    }
  }

  // MARK: - Key reads

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if node.name == "Dependency" || node.name == "Dependencies" {
      summary.keyReads += context.keyReads(of: node).map(complete)
    }
    return .visitChildren
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let read = context.keyRead(of: node) { summary.keyReads.append(complete(read)) }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let read = context.keyRead(of: node) { summary.keyReads.append(complete(read)) }
    return .visitChildren
  }

  private func complete(_ read: KeyRead) -> KeyRead {
    var read = read
    read.owner = owner
    read.allowsMissingLive = allowsMissingLive(at: read.place)
    return read
  }
}
