import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@DependencyClient`, which adds initializers, methods and an unimplemented instance
/// to a client. A client is a struct whose properties are closures.
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
        "@DependencyClient can only be applied to a struct; declare a struct with a closure for each endpoint",
        at: declaration.introducer
      )
      return []
    }
    let client = Client(declaration, in: context)
    client.diagnostics.forEach(context.diagnose)
    let mustBeSendable = declaration.mustBeSendable(in: context)
    for property in client.properties {
      context.diagnose(property, mustBeSendable: mustBeSendable)
      for method in client.methods(hiding: property) {
        context.diagnose(method, hiding: property)
      }
    }
    guard client.diagnostics.isEmpty else { return [] }
    return client.members(in: context).map(DeclSyntax.init(verbatim:))
  }
}

extension StructDeclSyntax {
  /// Returns `true` if the macro must report closure properties that are not `Sendable`. An
  /// `@unchecked Sendable` client may have such properties. In Swift 5 mode, the macro leaves this
  /// check to the compiler, which warns only if strict concurrency checking is on.
  fileprivate func mustBeSendable(in context: some MacroExpansionContext) -> Bool {
    let inherited = inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    return !inherited.contains("@unchecked Sendable")
      && context.buildConfiguration?.languageVersion.components.first != 5
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
    // Add `@_disfavoredOverload` to the closure property, so that calls use the generated method of
    // the same name. That method records the caller's source location.
    return [AttributeSyntax(attributeName: IdentifierTypeSyntax(name: "_disfavoredOverload"))]
  }
}

// MARK: - Conformance and initializers

extension DependencyClientMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else { return [] }
    let client = Client(declaration, in: context)
    guard client.diagnostics.isEmpty,
      let code = client.extensionCode(
        of: type.trimmedDescription,
        conformingTo: protocols,
        in: context
      )
    else { return [] }
    return [ExtensionDeclSyntax(verbatim: declaration.attributes.availability + code)]
  }
}

// MARK: - Diagnostics

extension MacroExpansionContext {
  fileprivate func diagnose(_ property: ClientProperty, mustBeSendable: Bool) {
    let name = property.name.text
    if property.hasReplaceableValue, property.isLet, property.signature?.isForwardable != false {
      let specifier = property.declaration.bindingSpecifier
      let constant = Diagnostic(
        """
        endpoint '\(name)' is a constant, so tests cannot replace it or observe every call; make \
        it a 'var'
        """,
        isWarning: true,
        at: specifier,
        fixIt: ["replace 'let' with 'var'": [.replacing(specifier, with: "var")]]
      )
      diagnose(constant)
    }
    guard let signature = property.signature else { return }
    let annotation = property.binding.typeAnnotation?.type
    if mustBeSendable, !signature.isSendable {
      let value = property.binding.initializer?.value
      let closure = value?.as(ClosureExprSyntax.self)?.signature?.parameterClause.map(Syntax.init)
      if let node = annotation.map(Syntax.init) ?? value.map(Syntax.init) {
        // If the property's type is a type alias, `signature.function` belongs to the alias
        // declaration, so the fix-it changes that declaration.
        let endpoint = annotation == nil ? closure : Syntax(signature.function)
        error(
          "endpoint '\(name)' may be called from any thread; its closure must be '@Sendable'",
          at: node,
          fixIt: endpoint.map {
            ["add '@Sendable'": [.replacing($0, with: "@Sendable \($0.trimmed)")]]
          } ?? [:]
        )
      }
    }
    if property.hasReplaceableValue, !signature.isForwardable {
      error(
        """
        endpoint '\(name)' has a variadic parameter, which cannot be forwarded to the endpoint's \
        initial value; use an array instead
        """,
        at: signature.function
      )
    }
    guard property.fallback == .leaveUnimplemented, signature.outcome == .trap, let annotation
    else { return }
    let arrow = signature.function.returnClause.arrow
    let throwing = FixIt.Change.replacing(arrow, with: "throws ->")
    var typed = property.binding
    typed.typeAnnotation?.trailingTrivia = .space
    typed.initializer = InitializerClauseSyntax(
      equal: .equalToken(trailingTrivia: .space),
      value: signature.placeholder,
      trailingTrivia: property.binding.accessorBlock == nil ? [] : .space
    )
    let initialValue = FixIt.Change.replacing(property.binding, with: typed)
    let effect = signature.thrownType.map { "throws only '\($0)'" } ?? "does not throw"
    let trapping = Diagnostic(
      """
      endpoint '\(name)' \(effect) and returns a value, so a call traps if the endpoint is \
      unimplemented; make it 'throws', or give it an initial value
      """,
      isWarning: true,
      at: annotation,
      fixIt: signature.thrownType == nil
        ? ["add 'throws'": [throwing], "give it an initial value": [initialValue]]
        : ["give it an initial value": [initialValue]]
    )
    diagnose(trapping)
  }
}

extension MacroExpansionContext {
  fileprivate func diagnose(_ method: FunctionDeclSyntax, hiding endpoint: ClientProperty) {
    let name = endpoint.name.text
    let hiding = Diagnostic(
      """
      '\(name)' without a call, as in 'spy.wrap(client.\(name))', refers to this method instead of \
      the endpoint, because both have the same parameter types; rename the method
      """,
      isWarning: true,
      at: method.name
    )
    diagnose(hiding)
  }
}

/// Implements `@DependencyEndpoint`, which marks a property as an endpoint but generates no code.
enum DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let type = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)
    let isProperty = declaration.as(VariableDeclSyntax.self)?.isStored == true
    if isProperty, type?.attributes.contains("DependencyClient") == true { return [] }
    // Do not offer a fix-it that adds `@DependencyClient` to the enclosing struct. The compiler
    // ignores changes outside the property that this macro is attached to.
    let remedy =
      isProperty
      ? type?.as(StructDeclSyntax.self).map {
        "; add @DependencyClient to '\($0.name.text)', or remove the attribute"
      } : nil
    context.error(
      """
      @DependencyEndpoint only has an effect on a stored property of a \
      @DependencyClient\(remedy ?? "")
      """,
      at: node,
      fixIt: ["remove '\(node.trimmed)'": [.removing(token: node)]]
    )
    return []
  }
}
