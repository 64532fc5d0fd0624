import SwiftSyntax

/// Replaces uses of the library SwinjectAutoregistration with plain Swinject code, which
/// `SwinjectMigrator` can migrate.
struct Autoregistration {
  private typealias Parameters = [(label: String, type: String)]

  /// The parameters of each initializer in the project, keyed by the name of its type.
  private var written: [String: [Parameters]] = [:]
  private var parents: [String: [String]] = [:]
  /// The names of the generic parameters of each type in the project.
  private var generics: [String: Set<String>] = [:]
  /// Foundation types that are always created without arguments.
  private static let plainTypes: Set = ["JSONDecoder", "JSONEncoder"]

  static func expand(_ sources: [MigrationSource]) -> [MigrationSource] {
    let expansion = Self(sources.map(\.tree))
    return sources.map { source in
      guard
        source.tree.imports.contains(where: { MigrationOrigin.swinject.modules[$0.module] != nil })
      else { return source }
      var draft = Draft(source)
      for node in source.tree.nodes(SequenceExprSyntax.self) { expand(node, in: &draft) }
      for node in source.tree.nodes(FunctionCallExprSyntax.self) {
        expansion.expand(node, in: &draft)
      }
      return MigrationSource(path: source.path, text: draft.finish().text)
    }
  }

  private init(_ trees: [SourceFileSyntax]) {
    for node in trees.flatMap({ $0.nodes(InitializerDeclSyntax.self) })
    where node.optionalMark == nil {
      let parameters = node.signature.parameterClause.parameters
      written[node.enclosingTypeName ?? "", default: []]
        .append(parameters.map { ($0.firstName.text, $0.type.trimmedDescription) })
    }
    for node in trees.flatMap({ $0.nodes(ClassDeclSyntax.self) }) {
      parents[node.name.text] = node.inheritanceClause.names
      generics[node.name.text] = node.genericParameterClause.names
    }
    for node in trees.flatMap({ $0.nodes(StructDeclSyntax.self) }) {
      generics[node.name.text] = node.genericParameterClause.names
      if let members = node.membersOfInitializer {
        written[node.name.text, default: []].append(members)
      }
    }
  }

  private func initializers(of type: String) -> [Parameters] {
    let name = type.lastComponent
    if let own = written[name] { return own }
    if Self.plainTypes.contains(name) { return [[]] }
    guard let parents = parents[name] else { return [] }
    return parents.lazy.compactMap { written[$0] }.first ?? [[]]
  }

  /// Returns `true` if an initializer's parameter type contains a generic parameter of `type`,
  /// which declares the initializer.
  private func isGeneric(_ parameter: String, in type: String) -> Bool {
    let names = parameter.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    return !generics[String(type.lastComponent.prefix { $0 != "<" }), default: []]
      .isDisjoint(with: names)
  }

  /// Replaces `resolver ~> Service.self` with `resolver.resolve(Service.self)!`.
  private static func expand(_ node: SequenceExprSyntax, in draft: inout Draft) {
    let parts = Array(node.elements)
    let count = parts.count
    // The operator `~>` resolves a service. The operators `=` and `? :` have a lower precedence, so
    // they do not affect which expressions are its operands. The precedence of other operators may
    // be higher, so leave expressions with such operators unchanged.
    let isLast =
      count == 3
      || count == 5
        && (parts[1].is(AssignmentExprSyntax.self) || parts[1].is(UnresolvedTernaryExprSyntax.self))
    guard isLast, parts[count - 2].trimmedDescription == "~>" else { return }
    let (base, argument) = (parts[count - 3], parts[count - 1])
    let isList = argument.is(TupleExprSyntax.self)
    draft.replace(base.end..<argument.start, with: isList ? ".resolve" : ".resolve(")
    draft.replace(argument.end..<argument.end, with: isList ? "!" : ")!")
  }

  /// Replaces a call to `autoregister` with a call to `register` if the project declares exactly
  /// one initializer that the call may refer to. Leaves the call unchanged if the type of one of
  /// the initializer's parameters is an optional or a function, or contains a generic parameter.
  private func expand(_ node: FunctionCallExprSyntax, in draft: inout Draft) {
    let arguments = Array(node.arguments)
    guard let called = node.calledExpression.as(MemberAccessExprSyntax.self),
      called.declName.baseName.text == "autoregister",
      arguments.first?.expression.metatype != nil,
      arguments.dropFirst().dropLast().allSatisfy({ $0.label?.text == "name" }),
      let maker = arguments.last?.expression.as(MemberAccessExprSyntax.self),
      maker.declName.baseName.text == "init", let type = maker.base?.trimmedDescription
    else { return }
    let labels = maker.declName.argumentNames?.arguments.map(\.name.text)
    let known = initializers(of: type).filter { labels == nil || $0.map(\.label) == labels }
    guard known.count == 1, let parameters = known.first,
      !parameters.contains(where: { $0.type.contains("?") || $0.type.contains("->") }),
      !parameters.contains(where: { isGeneric($0.type, in: type) })
    else { return }
    let values = parameters.map { label, type in
      (label == "_" ? "" : "\(label): ")
        + "$0.resolve(\(type.contains(" ") ? "(\(type))" : type).self)!"
    }
    draft.replace(called.declName.byteRange, with: "register")
    draft.replace(
      arguments[arguments.count - 2].expression.end..<node.end,
      with: ") { \(values.isEmpty ? "_ in " : "")\(type)(\(values.joined(separator: ", "))) }"
    )
  }
}

extension GenericParameterClauseSyntax? {
  fileprivate var names: Set<String> { Set(self?.parameters.map(\.name.text) ?? []) }
}

extension StructDeclSyntax {
  /// The parameter labels and types of the struct's memberwise initializer, or `nil` if the struct
  /// declares its own initializer or has property wrappers or variables with default values.
  fileprivate var membersOfInitializer: [(label: String, type: String)]? {
    let members = memberBlock.members.map(\.decl)
    let stored = members.compactMap { $0.as(VariableDeclSyntax.self) }.filter { variable in
      variable.bindings.allSatisfy { $0.accessorBlock == nil }
        && !variable.modifiers.contains { $0.name.text == "static" }
    }
    // The memberwise initializer has no parameter for a constant with an initial value.
    let bindings = stored.flatMap { variable in
      variable.bindings.filter {
        variable.bindingSpecifier.tokenKind != .keyword(.let) || $0.initializer == nil
      }
    }
    guard !members.contains(where: { $0.is(InitializerDeclSyntax.self) }),
      stored.allSatisfy(\.attributes.isEmpty),
      bindings.allSatisfy({ $0.initializer == nil })
    else { return nil }
    return bindings.map {
      ($0.pattern.trimmedDescription, $0.typeAnnotation?.type.trimmedDescription ?? "")
    }
  }
}
