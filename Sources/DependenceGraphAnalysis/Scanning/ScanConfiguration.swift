import SwiftIfConfig
import SwiftSyntax

/// The settings that determine which `#if` conditions in scanned files are true.
struct ScanConfiguration: BuildConfiguration, Hashable, Sendable {
  /// An operating system that this tool runs on. Code is scanned as if it were built for that
  /// system.
  enum OperatingSystem: String {
    case linux = "Linux"
    case macOS

    #if os(macOS)
    static let host = macOS
    #else
    static let host = linux
    #endif
  }

  var conditions: Set<String> = ["DEBUG"]
  var operatingSystem = OperatingSystem.host
  /// The modules that `canImport` is true for, in addition to the toolchain's modules.
  var importableModules: Set<String> = []
  /// The major version of the module's language mode, such as 5.
  var languageMode = 6
  /// The names of modules, attributes, and features that are assumed to exist, although the scan
  /// cannot find out whether they do. `undecidedName(in:)` uses them to test whether the active
  /// branch of an `#if` block depends on a name.
  var assumedNames: Set<String> = []

  /// A string that identifies the configuration in cache keys. Equal configurations have equal
  /// fingerprints.
  var fingerprint: String {
    let system = operatingSystem.rawValue
    return [conditions.sorted(), [system], importableModules.sorted(), ["\(languageMode)"]]
      .map { $0.joined(separator: ",") }.joined(separator: ";")
  }

  private static let toolchainModules: Set<String> = [
    "Builtin", "Cxx", "Dependence", "DependenceFoundation", "DependenceGraph", "DependenceMacros",
    "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "Observation", "RegexBuilder", "Swift", "Synchronization",
    "Testing", "XCTest", "_Concurrency", "_Differentiation", "_StringProcessing",
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

  private static let linuxLibraries: Set<String> = [
    "FoundationNetworking", "FoundationXML", "Glibc",
  ]

  /// Frequently imported frameworks that exist on macOS but not on Linux.
  private static let macOSFrameworks: Set<String> = [
    "AppKit", "AVFoundation", "CloudKit", "Combine", "CoreData", "CoreGraphics", "CoreLocation",
    "Darwin",
    "MapKit", "ObjectiveC", "OSLog", "Security", "StoreKit", "SwiftData", "SwiftUI",
    "UserNotifications", "WidgetKit", "os",
  ]

  /// Modules that exist neither on Linux nor on macOS.
  private static let foreignLibraries: Set<String> = [
    "Android", "CRT", "Musl", "UIKit", "WASILibc", "WinSDK", "ucrt",
  ]

  func isCustomConditionSet(name: String) -> Bool { conditions.contains(name) }

  func hasFeature(name: String) -> Bool {
    Self.languageFeatures.contains(name) || assumedNames.contains(name)
  }

  func hasAttribute(name: String) -> Bool {
    Self.attributes.contains(name) || assumedNames.contains(name)
  }

  func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) -> Bool {
    guard let module = importPath.first?.1 else { return false }
    let hasVersion = if case .unversioned = version { false } else { true }
    return canImport(module, hasVersion: hasVersion) ?? assumedNames.contains(module)
  }

  /// Returns whether the compiler can import a module, or `nil` if this is unknown. For example, it
  /// is unknown if the condition requires a particular version of an existing module, because the
  /// scan does not know the versions of modules.
  private func canImport(_ module: String, hasVersion: Bool) -> Bool? {
    var (own, other) = (Self.linuxLibraries, Self.macOSFrameworks)
    if operatingSystem == .macOS { swap(&own, &other) }
    if Self.toolchainModules.contains(module) || own.contains(module)
      || importableModules.contains(module)
    {
      return hasVersion ? nil : true
    }
    return other.contains(module) || Self.foreignLibraries.contains(module) ? false : nil
  }

  private static let attributes: Set<String> = [
    "available", "escaping", "frozen", "globalActor", "inlinable", "isolated", "main",
    "preconcurrency",
    "resultBuilder", "retroactive", "Sendable", "usableFromInline",
  ]

  func isActiveTargetOS(name: String) -> Bool {
    name == operatingSystem.rawValue || (name == "OSX" && operatingSystem == .macOS)
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
    name == (operatingSystem == .macOS ? "_ObjC" : "_Native")
  }
  func isActiveTargetPointerAuthentication(name: String) -> Bool { name == "_none" }
  func isActiveTargetObjectFormat(name: String) -> Bool {
    name == (operatingSystem == .macOS ? "MachO" : "ELF")
  }

  var targetPointerBitWidth: Int { 64 }
  var targetAtomicBitWidths: [Int] { [8, 16, 32, 64, 128] }
  var endianness: Endianness { .little }

  var languageVersion: VersionTuple {
    switch languageMode {
    case ...4: VersionTuple(4, 2)
    case 5: VersionTuple(5, 10)
    default: compilerVersion
    }
  }

  /// The version of the compiler that built this tool. SwiftPM builds the scanned package with the
  /// same compiler.
  var compilerVersion: VersionTuple {
    #if compiler(>=7)
    VersionTuple(7)
    #elseif compiler(>=6.5)
    VersionTuple(6, 5)
    #elseif compiler(>=6.4.2)
    VersionTuple(6, 4, 2)
    #elseif compiler(>=6.4.1)
    VersionTuple(6, 4, 1)
    #elseif compiler(>=6.4)
    VersionTuple(6, 4)
    #elseif compiler(>=6.3.3)
    VersionTuple(6, 3, 3)
    #elseif compiler(>=6.3.2)
    VersionTuple(6, 3, 2)
    #elseif compiler(>=6.3.1)
    VersionTuple(6, 3, 1)
    #else
    VersionTuple(6, 3)
    #endif
  }
}

// MARK: - Conditions that cannot be decided

extension ScanConfiguration {
  /// The maximum number of names whose combinations `undecidedName(in:)` tries. Each name either
  /// exists or does not, so *n* names have 2ⁿ combinations. If an `#if` block has more names, its
  /// active branch is assumed to depend on them.
  private static let mostNames = 6

  /// Returns a name that makes it unclear which branch of an `#if` block is active, or `nil` if the
  /// scan can determine the active branch.
  ///
  /// The name is that of a module, attribute, or feature in the block's conditions, such as
  /// `Module` in `canImport(Module)`. It is unknown whether the name exists, and the active branch
  /// may depend on it.
  func undecidedName(in node: IfConfigDeclSyntax) -> String? {
    let conditions = node.clauses.compactMap(\.condition)
    var names: [String] = []
    for call in conditions.flatMap({ $0.nodes(FunctionCallExprSyntax.self) }) {
      guard let name = call.arguments.first?.expression.trimmedDescription.firstComponent,
        !names.contains(name), !decides(call, about: name)
      else { continue }
      names.append(name)
    }
    guard let first = names.first, names.count <= Self.mostNames else { return names.first }
    let clauses = (0..<(1 << names.count)).map { number in
      var configuration = self
      for (index, name) in names.enumerated() where number & (1 << index) != 0 {
        configuration.assumedNames.insert(name)
      }
      return node.activeClause(in: configuration).clause?.id
    }
    return Set(clauses).count > 1 ? first : nil
  }

  private func decides(_ call: FunctionCallExprSyntax, about name: String) -> Bool {
    switch call.calledExpression.trimmedDescription {
    case "canImport": canImport(name, hasVersion: call.arguments.count > 1) != nil
    case "hasAttribute": Self.attributes.contains(name)
    case "hasFeature": Self.languageFeatures.contains(name)
    default: true
    }
  }
}
