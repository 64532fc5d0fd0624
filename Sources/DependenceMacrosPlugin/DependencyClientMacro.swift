import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes the initialiser, the methods and the unimplemented form of a struct of closures.
enum DependencyClientMacro {
  static var formatMode: FormatMode { .disabled }
}

// MARK: - Members

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.error(
        "@DependencyClient makes a client of a struct; declare one, with a closure for each endpoint",
        at: declaration.introducer
      )
      return []
    }
    let client = Client(declaration, in: context)
    for flaw in client.flaws { context.diagnose(flaw) }
    let mustBeSendable = declaration.mustBeSendable(in: context)
    for property in client.properties {
      context.diagnose(property, mustBeSendable: mustBeSendable)
    }
    guard client.flaws.isEmpty else { return [] }
    return client.members(in: context).map(DeclSyntax.init(verbatim:))
  }
}

extension StructDeclSyntax {
  /// True if the compiler lets a client hold only `Sendable` values. In the language mode of Swift 5 it warns by
  /// itself, if it was asked to check that.
  fileprivate func mustBeSendable(in context: some MacroExpansionContext) -> Bool {
    let isUnchecked =
      inheritanceClause?.inheritedTypes.contains {
        $0.type.trimmedDescription == "@unchecked Sendable"
      } ?? false
    return !isUnchecked && context.buildConfiguration?.languageVersion.components.first != 5
  }
}

// MARK: - Attributes

extension DependencyClientMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let variable = member.as(VariableDeclSyntax.self), variable.isStored,
      let binding = variable.bindings.last,
      let type = binding.typeAnnotation?.type ?? binding.initializer?.value.evidentType,
      EndpointSignature(type, in: declaration.memberBlock.members)?.isCallable == true
    else { return [] }
    // So that a call picks the method, which knows its caller.
    return [AttributeSyntax(attributeName: IdentifierTypeSyntax(name: "_disfavoredOverload"))]
  }
}

// MARK: - Conformance

extension DependencyClientMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self), !protocols.isEmpty else {
      return []
    }
    let client = Client(declaration, in: context)
    guard client.flaws.isEmpty, client.canBeUnimplemented else { return [] }
    let code: DeclSyntax = """
      \(raw: declaration.attributes.availability)extension \(type.trimmed): \
      nonisolated Dependence._DependencyClient {}
      """
    return [code.cast(ExtensionDeclSyntax.self)]
  }
}

/// Marks a property, and writes nothing.
enum DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
