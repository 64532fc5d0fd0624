@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The process that the compiler talks to.
///
/// Toolchains do not ship `SwiftCompilerPlugin`, whose part this plays.
@main
enum Plugin {
  static func main() throws {
    let connection = try StandardIOMessageConnection()
    let handler = PluginProviderMessageHandler(provider: MacroProvider())
    try CompilerPluginMessageListener(connection: connection, messageHandler: handler).main()
  }
}

/// The macros, by the names under which `DependenceMacros` and `DependenceGraph` declare them.
struct MacroProvider: PluginProvider {
  private static let macros: [String: any (Macro & SendableMetatype).Type] = [
    "DependencyPropertiesMacro": DependencyPropertiesMacro.self,
    "DependencyClientMacro": DependencyClientMacro.self,
    "DependencyEndpointMacro": DependencyEndpointMacro.self,
    "DependencyEntryMacro": DependencyEntryMacro.self,
    "ForwardedMacro": InjectionMacro.self,
    "InstantiableMacro": InstantiableMacro.self,
    "InstantiatedMacro": InjectionMacro.self,
    "ReceivedMacro": InjectionMacro.self,
  ]

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = Self.macros[typeName] else {
      throw MacroExpansionErrorMessage("DependenceMacrosPlugin has no macro \(typeName)")
    }
    return macro
  }
}
