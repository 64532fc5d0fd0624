import SwiftIfConfig
import SwiftSyntax

/// The state shared by all types that read the same source file. It includes the file's path and
/// module, and collects the problems found in the file.
final class SourceContext {
  let path: String
  let module: String
  private let converter: SourceLocationConverter
  /// The code regions enabled by `#if` conditions, or `nil` if the file has no `#if`.
  let regions: ConfiguredRegions?
  let configuration: ScanConfiguration
  private(set) var problems: [Finding] = []

  init(
    _ tree: SourceFileSyntax,
    path: String,
    module: String,
    regions: ConfiguredRegions?,
    configuration: ScanConfiguration
  ) {
    (self.path, self.module, self.regions) = (path, module, regions)
    self.configuration = configuration
    converter = SourceLocationConverter(fileName: path, tree: tree)
  }

  /// Adds a diagnostic about an unsupported use of a macro.
  func report(_ message: String, at node: some SyntaxProtocol) {
    problems.append(Finding(kind: .misuse, location: location(of: node), subject: message))
  }

  func location(of node: some SyntaxProtocol) -> FileLocation {
    location(at: node.positionAfterSkippingLeadingTrivia)
  }

  func location(at position: AbsolutePosition) -> FileLocation {
    let location = converter.location(for: position)
    return FileLocation(file: path, line: location.line, column: location.column)
  }

  /// Returns the names of the attributes that may isolate a declaration to a global actor. The
  /// names that end in `Actor` come first, because they are the most likely ones. If the
  /// declaration is `nonisolated`, the only element is `nonisolated`.
  func isolation(of modifiers: DeclModifierListSyntax, _ attributes: [AttributeSyntax]) -> [String]
  {
    if modifiers.contains(where: { $0.name.text == "nonisolated" }) { return ["nonisolated"] }
    // A global actor's name does not have to end in `Actor`, so consider all attributes without
    // arguments.
    let names = attributes.filter { $0.arguments == nil }.map(\.name)
      .filter { $0.first?.isUppercase == true && $0 != "Instantiable" }
    return names.filter { $0.hasSuffix("Actor") } + names.filter { !$0.hasSuffix("Actor") }
  }

  func hasPlainInitializer(_ members: [DeclSyntax]) -> Bool {
    let initializers = members.compactMap { $0.as(InitializerDeclSyntax.self) }
    guard initializers.isEmpty else {
      // Ignore private initializers, because other files cannot call or override them.
      return initializers.contains { initializer in
        initializer.signature.parameterClause.parameters.isEmpty
          && AccessLevel(of: initializer.modifiers) ?? .internal >= .internal
      }
    }
    return members.compactMap { $0.as(VariableDeclSyntax.self) }.allSatisfy { variable in
      if variable.modifiers.areStatic { return true }
      if injection(of: variable) != nil { return false }
      let isPlain = active(variable.attributes).isEmpty
      return variable.bindings.allSatisfy { binding in
        binding.initializer != nil || binding.accessorBlock != nil || !isPlain
          || binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
      }
    }
  }

  func active(_ members: MemberBlockItemListSyntax) -> [DeclSyntax] {
    members.flatMap { member -> [DeclSyntax] in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      let elements = regions?.activeClause(for: condition)?.elements
      if case .decls(let list) = elements { return active(list) } else { return [] }
    }
  }

  func active(_ attributes: AttributeListSyntax) -> [AttributeSyntax] {
    attributes.flatMap { element -> [AttributeSyntax] in
      switch element {
      case .attribute(let attribute): return [attribute]
      case .ifConfigDecl(let condition):
        let elements = regions?.activeClause(for: condition)?.elements
        if case .attributes(let list) = elements { return active(list) } else { return [] }
      @unknown default: return []
      }
    }
  }
}

extension AttributeSyntax {
  /// The name of the attribute, without the name of this library's module.
  var name: String {
    let name = TypeReference(attributeName).name
    return name.hasPrefix("Dependence") ? name.lastComponent : name
  }

  var labeled: [LabeledExprSyntax] {
    arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
  }

  func argument(_ label: String) -> ExprSyntax? {
    labeled.first { $0.label?.text == label }?.expression
  }

  func isSet(_ label: String) -> Bool {
    argument(label)?.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
  }
}

extension AccessLevel {
  private static let byKeyword: [String: Self] = [
    "private": .private, "fileprivate": .fileprivate, "internal": .internal, "package": .package,
    "public": .public, "open": .open,
  ]

  init?(of modifiers: DeclModifierListSyntax) {
    for modifier in modifiers where modifier.detail == nil {
      guard let level = Self.byKeyword[modifier.name.text] else { continue }
      self = level
      return
    }
    return nil
  }
}
