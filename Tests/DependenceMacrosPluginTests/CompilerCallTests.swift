import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import MacrosPluginUnderTest

/// Tests that call the expansion functions of macros directly, for cases that the expansion of a
/// file does not produce. One test expands an invalid client.
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

  @Test func `an entry that declares several variables is an error`() throws {
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
        "an entry cannot share its declaration with other properties; declare each entry separately"
      ]
    )
  }

  @Test(arguments: [["_DependencyClient"], []])
  func `a client gets an extension only if it does not conform yet`(missing: [String]) throws {
    let client = try declaration("struct Client {}", as: StructDeclSyntax.self)

    let extensions = try DependencyClientMacro.expansion(
      of: attribute("DependencyClient"),
      attachedTo: client,
      providingExtensionsOf: TypeSyntax("Client"),
      conformingTo: missing.map { TypeSyntax("\(raw: $0)") },
      in: BasicMacroExpansionContext()
    )

    // The macro generates the extension as text, so the header has to be extracted from its
    // description.
    let headers = extensions.compactMap { $0.description.split(separator: "{").first }
    #expect(
      headers == missing.map { "extension Client: nonisolated DependenceClients.\($0) " }
    )
  }

  @Test func `the macro adds nothing to an invalid client`() {
    let client = "struct Client {\n  var limit = make()\n}"

    #expect(Expansion(of: "@DependencyClient \(client)").code == client)
  }
}
