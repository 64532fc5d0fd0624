import SwiftIfConfig
import SwiftSyntax

/// What the conditions of `#if` are evaluated with.
package struct ScanConfiguration: Codable, Hashable, Sendable {
  /// Names that are defined with `-D`.
  package var conditions: Set<String>
  package var operatingSystem: String
  package var architecture: String
  /// The major and minor version of the compiler.
  package var compilerVersion: [Int]
  package var languageMode: [Int]
  /// Modules that can be imported, beside those that are scanned and those of the toolchain.
  package var importableModules: Set<String>

  package init(
    conditions: Set<String> = ["DEBUG"],
    operatingSystem: String = Self.hostOperatingSystem,
    architecture: String = Self.hostArchitecture,
    compilerVersion: [Int] = [6, 3],
    languageMode: [Int] = [6],
    importableModules: Set<String> = []
  ) {
    self.conditions = conditions
    self.operatingSystem = operatingSystem
    self.architecture = architecture
    self.compilerVersion = compilerVersion
    self.languageMode = languageMode
    self.importableModules = importableModules
  }

  package static var hostOperatingSystem: String {
    #if os(macOS)
    "macOS"
    #elseif os(Windows)
    "Windows"
    #else
    "Linux"
    #endif
  }

  package static var hostArchitecture: String {
    #if arch(arm64)
    "arm64"
    #else
    "x86_64"
    #endif
  }

  /// The configuration in one line, the same for equal ones.
  var fingerprint: String {
    [
      conditions.sorted().joined(separator: ","), operatingSystem, architecture,
      "\(compilerVersion)", "\(languageMode)", importableModules.sorted().joined(separator: ","),
    ].joined(separator: ";")
  }
}

// MARK: - BuildConfiguration

/// A ``ScanConfiguration`` in the form in which SwiftSyntax asks.
struct ActiveConfiguration: BuildConfiguration {
  let configuration: ScanConfiguration

  private static let toolchainModules: Set<String> = [
    "Builtin", "Cxx", "Dependence", "DependenceFoundation", "DependenceGraph", "DependenceMacros",
    "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization",
    "FoundationNetworking", "FoundationXML", "Observation", "RegexBuilder", "Swift",
    "Synchronization", "Testing", "XCTest", "_Concurrency", "_Differentiation", "_StringProcessing",
  ]

  private static let languageFeatures: Set<String> = [
    "AccessLevelOnImport", "Actors", "AsyncAwait", "AttachedMacros", "BareSlashRegexLiterals",
    "BuiltinModule", "ConciseMagicFile", "DeprecateApplicationMain", "DisableOutwardActorInference",
    "DynamicActorIsolation", "ExtensionMacros", "ForwardTrailingClosures", "FreestandingMacros",
    "GlobalActorIsolatedTypesUsability", "GlobalConcurrency", "ImplicitOpenExistentials",
    "ImportObjcForwardDeclarations", "InferSendableFromCaptures", "IsolatedDefaultValues", "Macros",
    "NonfrozenEnumExhaustivity", "RegionBasedIsolation", "SendingArgsAndResults",
    "StrictConcurrency",
    "TypedThrows",
  ]

  private var libraries: Set<String> {
    switch configuration.operatingSystem {
    case "Linux", "Android": ["Glibc"]
    case "Windows": ["CRT", "WinSDK", "ucrt"]
    case "WASI": ["WASILibc"]
    default:
      ["AppKit", "Combine", "CoreFoundation", "Darwin", "ObjectiveC", "SwiftUI", "UIKit", "os"]
    }
  }

  func isCustomConditionSet(name: String) -> Bool { configuration.conditions.contains(name) }
  func hasFeature(name: String) -> Bool { Self.languageFeatures.contains(name) }
  func hasAttribute(name: String) -> Bool { true }

  func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) -> Bool {
    guard let module = importPath.first?.1 else { return false }
    return Self.toolchainModules.contains(module) || libraries.contains(module)
      || configuration.importableModules.contains(module)
  }

  func isActiveTargetOS(name: String) -> Bool {
    let names = ["macOS": ["OSX"]][configuration.operatingSystem] ?? []
    return name == configuration.operatingSystem || names.contains(name)
  }

  func isActiveTargetArchitecture(name: String) -> Bool { name == configuration.architecture }
  func isActiveTargetEnvironment(name: String) -> Bool { false }
  func isActiveTargetRuntime(name: String) -> Bool {
    name == (configuration.operatingSystem == "macOS" ? "_ObjC" : "_Native")
  }
  func isActiveTargetPointerAuthentication(name: String) -> Bool { name == "_none" }
  func isActiveTargetObjectFormat(name: String) -> Bool {
    name == (configuration.operatingSystem == "macOS" ? "MachO" : "ELF")
  }

  var targetPointerBitWidth: Int { 64 }
  var targetAtomicBitWidths: [Int] { [8, 16, 32, 64, 128] }
  var endianness: Endianness { .little }
  var languageVersion: VersionTuple { VersionTuple(components: configuration.languageMode) }
  var compilerVersion: VersionTuple { VersionTuple(components: configuration.compilerVersion) }
}
