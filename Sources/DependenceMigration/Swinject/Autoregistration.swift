import SwiftSyntax

/// Writes what SwinjectAutoregistration adds in the words of Swinject.
final class Autoregistration: SyntaxVisitor {
  private typealias Parameters = [(label: String, type: String)]

  private var draft: Draft
  private let makers: Makers

  static func expand(_ sources: [MigrationSource]) -> [MigrationSource] {
    let makers = Makers(sources.map(\.tree))
    return sources.map { source in
      guard
        source.tree.imports.contains(where: { MigrationOrigin.swinject.modules[$0.module] != nil })
      else { return source }
      let expansion = Autoregistration(source, makers)
      expansion.walk(source.tree)
      return MigrationSource(path: source.path, text: expansion.draft.finish().text)
    }
  }

  private init(_ source: MigrationSource, _ makers: Makers) {
    draft = Draft(source)
    self.makers = makers
    super.init(viewMode: .sourceAccurate)
  }

  /// `resolver ~> Service.self` is `resolver.resolve(Service.self)!`.
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    let count = parts.count
    if count == 3 || count == 5 && parts[1].is(AssignmentExprSyntax.self),
      parts[count - 2].trimmedDescription == "~>"
    {
      let argument = parts[count - 1].byteRange
      let isList = parts[count - 1].is(TupleExprSyntax.self)
      draft.replace(
        parts[count - 3].end..<argument.lowerBound,
        with: isList ? ".resolve" : ".resolve("
      )
      draft.replace(argument.upperBound..<argument.upperBound, with: isList ? "!" : ")!")
    }
    return .visitChildren
  }

  /// `container.autoregister(Service.self, initializer: Live.init)`, if the project has one such initialiser.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let arguments = Array(node.arguments)
    guard let called = node.calledExpression.as(MemberAccessExprSyntax.self),
      called.declName.baseName.text == "autoregister",
      arguments.first?.expression.metatype != nil,
      arguments.dropFirst().dropLast().allSatisfy({ $0.label?.text == "name" }),
      let last = arguments.last, last.label?.text == "initializer",
      let maker = last.expression.as(MemberAccessExprSyntax.self),
      maker.declName.baseName.text == "init", let type = maker.base?.trimmedDescription
    else { return .visitChildren }
    let labels = maker.declName.argumentNames?.arguments.map(\.name.text)
    let known = makers.initializers(of: type).filter { labels == nil || $0.map(\.label) == labels }
    guard known.count == 1, let parameters = known.first,
      !parameters.contains(where: { $0.type.contains("?") || $0.type.contains("->") })
    else { return .visitChildren }
    let values = parameters.map { label, type in
      (label == "_" ? "" : "\(label): ")
        + "$0.resolve(\(type.contains(" ") ? "(\(type))" : type).self)!"
    }
    draft.replace(called.declName.byteRange, with: "register")
    draft.replace(
      arguments[arguments.count - 2].expression.end..<node.end,
      with: ") { \(values.isEmpty ? "_ in " : "")\(type)(\(values.joined(separator: ", "))) }"
    )
    return .visitChildren
  }

  /// The initialisers of the project's own types.
  private struct Makers {
    private var written: [String: [Parameters]] = [:]
    private var parents: [String: [String]] = [:]

    init(_ trees: [SourceFileSyntax]) {
      for node in trees.flatMap({ $0.nodes(InitializerDeclSyntax.self) })
      where node.optionalMark == nil {
        let parameters = node.signature.parameterClause.parameters
        written[node.enclosingTypeName ?? "", default: []]
          .append(parameters.map { ($0.firstName.text, $0.type.trimmedDescription) })
      }
      for node in trees.flatMap({ $0.nodes(ClassDeclSyntax.self) }) {
        parents[node.name.text] = node.inheritanceClause.names
      }
      for node in trees.flatMap({ $0.nodes(StructDeclSyntax.self) }) {
        if let members = node.membersOfInitializer {
          written[node.name.text, default: []].append(members)
        }
      }
    }

    func initializers(of type: String) -> [Parameters] {
      let name = type.lastComponent
      if let own = written[name] { return own }
      guard let parents = parents[name] else { return [] }
      return parents.lazy.compactMap { written[$0] }.first ?? [[]]
    }
  }
}

extension StructDeclSyntax {
  /// The labels and types of the initialiser that the compiler writes, if all properties are of one plain form.
  fileprivate var membersOfInitializer: [(label: String, type: String)]? {
    let members = memberBlock.members.map(\.decl)
    let stored = members.compactMap { $0.as(VariableDeclSyntax.self) }.filter { variable in
      variable.bindings.allSatisfy { $0.accessorBlock == nil }
        && !variable.modifiers.contains { $0.name.text == "static" }
    }
    let bindings = stored.flatMap(\.bindings)
    guard !members.contains(where: { $0.is(InitializerDeclSyntax.self) }),
      stored.allSatisfy(\.attributes.isEmpty),
      bindings.allSatisfy({ $0.initializer == nil && $0.typeAnnotation != nil })
    else { return nil }
    return bindings.map {
      ($0.pattern.trimmedDescription, $0.typeAnnotation?.type.trimmedDescription ?? "")
    }
  }
}
