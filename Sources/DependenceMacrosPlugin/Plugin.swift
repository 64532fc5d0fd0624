@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The entry point of the macro plugin, which the compiler starts as a separate process to expand
/// macros.
///
/// `main()` replaces the `SwiftCompilerPlugin` library, which is not part of the toolchain.
@main
enum Plugin {
  static func main() throws {
    let connection = try StandardIOMessageConnection()
    let handler = PluginProviderMessageHandler(provider: MacroProvider())
    try CompilerPluginMessageListener(connection: connection, messageHandler: handler).main()
  }
}

/// A lookup table for the types that implement the macros declared by `DependenceMacros` and
/// `DependenceGraph`.
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
