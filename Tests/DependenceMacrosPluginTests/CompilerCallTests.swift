import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import MacrosPluginUnderTest

/// Calls of the compiler that the expansion of a file does not make, and code beside a mistake.
struct CompilerCallTests {
  private func declaration<Declaration: DeclSyntaxProtocol>(
    _ source: String,
    as type: Declaration.Type = VariableDeclSyntax.self
  ) throws -> Declaration {
    try #require(DeclSyntax("\(raw: source)").as(type))
  }

  private func attribute(_ name: String) -> AttributeSyntax {
    AttributeSyntax(attributeName: IdentifierTypeSyntax(name: .identifier(name)))
  }

  @Test func `an entry of several variables is told to be declared one by one`() throws {
    let variables = try declaration("var x: Int = 1, y: Int = 2")

    let error = #expect(throws: DiagnosticsError.self) {
      try DependencyEntryMacro.expansion(
        of: attribute("DependencyEntry"),
        providingPeersOf: variables,
        in: BasicMacroExpansionContext()
      )
    }

    #expect(
      error?.diagnostics.map(\.message) == [
        "an entry has a declaration of its own; declare each one by itself"
      ]
    )
  }

  @Test func `an injection of several variables is told to be declared one by one`() throws {
    let variables = try declaration("@Forwarded let x: Int, y: Int")
    let context = BasicMacroExpansionContext()

    let peers = try InjectionMacro.expansion(
      of: attribute("Forwarded"),
      providingPeersOf: variables,
      in: context
    )

    #expect(peers == [])
    #expect(
      context.diagnostics.map(\.message) == [
        "an injected property has a name of its own; declare each one by itself"
      ]
    )
  }

  @Test(arguments: [["_DependencyClient"], []])
  func `a client is extended if it does not conform already`(missing: [String]) throws {
    let client = try declaration("struct Client {}", as: StructDeclSyntax.self)

    let extensions = try DependencyClientMacro.expansion(
      of: attribute("DependencyClient"),
      attachedTo: client,
      providingExtensionsOf: TypeSyntax("Client"),
      conformingTo: missing.map { TypeSyntax("\(raw: $0)") },
      in: BasicMacroExpansionContext()
    )

    #expect(extensions.count == missing.count)
  }

  @Test func `nothing is added to a client that has a mistake`() {
    let client = "struct Client {\n  var limit = make()\n}"

    #expect(Expansion(of: "@DependencyClient \(client)").code == client)
  }
}
