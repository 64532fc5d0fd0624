import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a property that is made together with its owner.
enum InstantiatedMacro: InjectionMacro {}

/// Marks a property that comes from above.
enum ReceivedMacro: InjectionMacro {}

/// Marks a property that comes from whoever instantiates its owner.
enum ForwardedMacro: InjectionMacro {}

/// A marker, which adds nothing: it says what is wrong with the property, and the rest is the
/// business of `@Instantiable`.
protocol InjectionMacro: PeerMacro {}

extension InjectionMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    context.diagnoseInjection(of: DeclSyntax(declaration), by: node)
    return []
  }
}
