import SwiftIfConfig
import SwiftSyntax

/// The settings that determine which `#if` conditions in scanned files are true.
struct ScanConfiguration: BuildConfiguration, Hashable, Sendable {
  var conditions: Set<String> = ["DEBUG"]
  var operatingSystem = Self.hostOperatingSystem
  /// The modules for which `canImport` is true, in addition to the toolchain's modules.
  var importableModules: Set<String> = []

  static var hostOperatingSystem: String {
    #if os(macOS)
    "macOS"
    #elseif os(Windows)
    "Windows"
    #else
    "Linux"
    #endif
  }

  /// A string that identifies the configuration in cache keys. Equal configurations have equal
  /// fingerprints.
  var fingerprint: String {
    [conditions.sorted(), [operatingSystem], importableModules.sorted()]
      .map { $0.joined(separator: ",") }.joined(separator: ";")
  }

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
    "StrictConcurrency", "TypedThrows",
  ]

  private var libraries: Set<String> {
    switch operatingSystem {
    case "Linux", "Android": ["Glibc"]
    case "Windows": ["CRT", "WinSDK", "ucrt"]
    case "WASI": ["WASILibc"]
    default:
      ["AppKit", "Combine", "CoreFoundation", "Darwin", "ObjectiveC", "SwiftUI", "UIKit", "os"]
    }
  }

  func isCustomConditionSet(name: String) -> Bool { conditions.contains(name) }
  func hasFeature(name: String) -> Bool { Self.languageFeatures.contains(name) }
  func hasAttribute(name: String) -> Bool { true }

  func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) -> Bool {
    guard let module = importPath.first?.1 else { return false }
    return Self.toolchainModules.contains(module) || libraries.contains(module)
      || importableModules.contains(module)
  }

  func isActiveTargetOS(name: String) -> Bool {
    name == operatingSystem || (name == "OSX" && operatingSystem == "macOS")
  }

  func isActiveTargetArchitecture(name: String) -> Bool {
    #if arch(arm64)
    name == "arm64"
    #else
    name == "x86_64"
    #endif
  }
  func isActiveTargetEnvironment(name: String) -> Bool { false }
  func isActiveTargetRuntime(name: String) -> Bool {
    name == (operatingSystem == "macOS" ? "_ObjC" : "_Native")
  }
  func isActiveTargetPointerAuthentication(name: String) -> Bool { name == "_none" }
  func isActiveTargetObjectFormat(name: String) -> Bool {
    name == (operatingSystem == "macOS" ? "MachO" : "ELF")
  }

  var targetPointerBitWidth: Int { 64 }
  var targetAtomicBitWidths: [Int] { [8, 16, 32, 64, 128] }
  var endianness: Endianness { .little }
  var languageVersion: VersionTuple { VersionTuple(6) }
  var compilerVersion: VersionTuple { VersionTuple(6, 3) }
}
