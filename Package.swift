// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

let libraries = [
  "Dependence", "DependenceAppIntents", "DependenceAppKit", "DependenceFoundation",
  "DependenceGraph", "DependenceMacros", "DependenceModules", "DependenceRecording",
  "DependenceSimulation", "DependenceTesting", "DependenceUIKit", "DependenceXCTest",
]

let package = Package(
  name: "dependence",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: libraries.map { .library(name: $0, targets: [$0]) } + [
    .executable(name: "dependence", targets: ["DependenceCommand"]),
    .plugin(name: "DependenceCommandPlugin", targets: ["DependenceCommandPlugin"]),
    .plugin(name: "DependenceGraphPlugin", targets: ["DependenceGraphPlugin"]),
  ],
  targets: [
    .target(name: "Dependence", dependencies: ["DependenceKernel"], swiftSettings: oneProcess([])),
    // Implements reads, scopes and defaults. It is optimized in debug builds, too, because these would otherwise take
    // five times as long in tests. It has few generic functions, so that optimizing it takes little time.
    .target(name: "DependenceKernel", swiftSettings: oneProcess(["-Osize", "-gnone"])),
    // Makes the errors of the core conform to `LocalizedError` of Foundation, which the core does not import.
    .target(name: "DependenceErrors", dependencies: ["Dependence"]),
    .target(name: "DependenceFoundation", dependencies: ["Dependence", "DependenceErrors"]),
    .target(
      name: "DependenceModules",
      dependencies: ["Dependence"],
      swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]
    ),
    // The platform-independent code of the bridges to UIKit and AppKit. Both products export it.
    .target(name: "DependenceHosting", dependencies: ["Dependence"]),
    .target(name: "DependenceUIKit", dependencies: ["Dependence", "DependenceHosting"]),
    .target(name: "DependenceAppKit", dependencies: ["Dependence", "DependenceHosting"]),
    .target(name: "DependenceAppIntents", dependencies: ["Dependence"]),
    .target(name: "DependenceMacros", dependencies: ["Dependence", "DependenceMacrosPlugin"]),
    .macro(name: "DependenceMacrosPlugin"),
    // Its macros are in the plugin of `DependenceMacros`, because a second plugin would lengthen the build by a third.
    .target(
      name: "DependenceGraph",
      dependencies: ["Dependence", "DependenceMacros", "DependenceMacrosPlugin"]
    ),
    // Reads and validates the dependency graph of a project. Apps never link it.
    .target(name: "DependenceGraphAnalysis", dependencies: ["DependenceGraphKernel"]),
    // The loops over bytes and numbers of the graph analysis. Build plugins run debug builds, in which these loops
    // would take fifty times as long. Optimizing the rest as well would double the time of an app's first build.
    .target(name: "DependenceGraphKernel", swiftSettings: [.unsafeFlags(["-O", "-gnone"])]),
    // Migrates code that uses other libraries. Only the command links it.
    .target(name: "DependenceMigration"),
    .executableTarget(
      name: "DependenceCommand",
      dependencies: ["DependenceGraphAnalysis", "DependenceMigration"]
    ),
    // Generates the code of dependency graphs for the build plugin. It is not part of the command, because the first
    // build of an app would then compile the migration, too.
    .executableTarget(name: "DependenceGenerator", dependencies: ["DependenceGraphAnalysis"]),
    .plugin(
      name: "DependenceGraphPlugin",
      capability: .buildTool(),
      dependencies: ["DependenceGenerator"],
      path: "Sources/Plugins/DependenceGraphPlugin"
    ),
    .plugin(
      name: "DependenceCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "dependence",
          description: "Checks and draws the dependency graph of this package"
        )
      ),
      dependencies: ["DependenceCommand"],
      path: "Sources/Plugins/DependenceCommandPlugin"
    ),
    // The test harness, which does not depend on a test runner. The products for both runners export it.
    support("DependenceHarness", ["Dependence", "DependenceErrors"], oneProcess([])),
    support("DependenceTesting", ["Dependence", "DependenceHarness"], oneProcess([])),
    support("DependenceXCTest", ["Dependence", "DependenceHarness"]),
    // The C functions with which a simulation reads and controls the Swift runtime.
    support("CSimulationRuntime"),
    support(
      "DependenceSimulation",
      ["CSimulationRuntime", "Dependence", "DependenceHarness", "DependenceTesting"]
    ),
    // Reads and writes recordings. It is a separate product because it links the networking part of Foundation.
    support("DependenceRecording", ["Dependence", "DependenceHarness", "DependenceTesting"]),
    .target(name: "TestKeys", dependencies: ["Dependence"], path: "Tests/TestKeys"),
    .target(name: "Subprocesses", path: "Tests/Subprocesses"),
    .target(name: "GoldenFiles", path: "Tests/GoldenFiles"),
    .target(name: "TestEffort", path: "Tests/TestEffort"),
    .executableTarget(
      name: "AppProbe",
      dependencies: ["Dependence", "DependenceHarness", "DependenceModules"],
      path: "Tests/AppProbe"
    ),
    tests("Dependence", ["AppProbe", "DependenceKernel", "DependenceTesting", "Subprocesses"]),
    tests("DependenceFoundation", ["DependenceSimulation", "DependenceTesting"]),
    tests(
      "DependenceModules",
      ["AppProbe", "DependenceSimulation", "DependenceTesting", "DependenceXCTest", "Subprocesses"]
    ),
    tests("DependenceHosting", ["DependenceTesting"]),
    tests("DependenceUIKit", ["DependenceTesting"]),
    tests("DependenceAppKit", ["DependenceTesting"]),
    tests("DependenceAppIntents", ["DependenceModules", "DependenceTesting"]),
    tests("DependenceMacros", ["DependenceTesting"]),
    tests("DependenceGraph", ["DependenceTesting"]),
    tests("DependenceHarness", ["DependenceTesting", "TestEffort"]),
    tests(
      "DependenceSimulation",
      [
        "DependenceFoundation", "DependenceHarness", "DependenceTesting", "GoldenFiles",
        "Subprocesses", "TestEffort",
      ]
    ),
    tests(
      "DependenceRecording",
      [
        "DependenceMacros", "DependenceSimulation", "DependenceTesting", "DependenceXCTest",
        "Subprocesses", "TestEffort",
      ],
      exclude: ["Recordings"]
    ),
    tests("DependenceTesting", ["Subprocesses"]),
    tests("DependenceXCTest", ["DependenceSimulation", "Subprocesses"]),
    // A second target with the sources of the macro plugin, which are symbolic links. If tests depended on the macro
    // target, SwiftPM would build every module twice: for the host and for the tests.
    .target(
      name: "MacrosPluginUnderTest",
      path: "Tests/MacrosPluginUnderTest",
      exclude: ["Plugin.swift"]
    ),
    .testTarget(
      name: "DependenceMacrosPluginTests",
      dependencies: ["MacrosPluginUnderTest", "GoldenFiles", "TestEffort"]
    ),
    .testTarget(
      name: "DependenceGraphAnalysisTests",
      dependencies: [
        "DependenceGraph", "DependenceGraphAnalysis", "DependenceGraphKernel", "GoldenFiles",
        "Subprocesses", "TestEffort",
      ]
    ),
    .testTarget(
      name: "DependenceMigrationTests",
      dependencies: ["DependenceMigration", "TestEffort"]
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Dependence", "DependenceFoundation", "DependenceGraph", "DependenceMacros",
        "DependenceModules", "DependenceRecording", "DependenceSimulation", "DependenceTesting",
        "DependenceXCTest", "GoldenFiles", "Subprocesses", "TestKeys",
      ],
      exclude: ["Recordings"]
    ),
    .testTarget(
      name: "CompileFailureTests",
      dependencies: ["Dependence", "DependenceMacros", "DependenceModules", "Subprocesses"]
    ),
    .testTarget(name: "SilentGreenTests", dependencies: ["Subprocesses", "TestEffort"]),
  ],
  swiftLanguageModes: [.v6]
)

/// Returns settings with which a single compiler process builds a target in a debug build. This is faster than one
/// process for the module and others for the code.
func oneProcess(_ flags: [String]) -> [SwiftSetting] {
  let process = [
    "-wmo", "-disable-batch-mode", "-num-threads", "1", "-no-emit-module-separately-wmo",
  ]
  return [.unsafeFlags(flags + process, .when(configuration: .debug))]
}

/// Returns a target in `TestSupport`, which only test bundles link.
func support(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  _ settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: "TestSupport/\(name)",
    swiftSettings: settings
  )
}

/// Returns the test target of a target that depends on the core.
func tests(_ name: String, _ others: [Target.Dependency], exclude: [String] = []) -> Target {
  let dependencies = ["Dependence", .byName(name: name), "TestKeys"] + others
  return .testTarget(
    name: "\(name)Tests",
    dependencies: name == "Dependence" ? Array(dependencies.dropFirst()) : dependencies,
    exclude: exclude
  )
}

let syntax = ToolchainSyntax()
for target in package.targets where syntax.readers.contains(target.name) {
  if target.type != .test {
    target.exclude += syntax.exclude
    target.sources = syntax.sources
  }
  target.swiftSettings = syntax.swiftSettings
  target.linkerSettings = syntax.linkerSettings
}

for target in package.targets where target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      // Read imported modules, such as SwiftSyntax, in a single process, and leave system modules out of the index.
      .unsafeFlags(["-driver-batch-count", "1", "-index-ignore-system-modules"]),
    ]
}

/// The SwiftSyntax library of the running toolchain, for targets that parse or generate Swift code.
struct ToolchainSyntax {
  /// The folder `usr/lib/swift/host` of the toolchain, or `nil` if it does not contain SwiftSyntax.
  let folder = Self.find()

  /// The targets that import SwiftSyntax.
  let readers = [
    "DependenceCommand", "DependenceGenerator", "DependenceGraphAnalysis",
    "DependenceGraphAnalysisTests", "DependenceMacrosPlugin", "DependenceMacrosPluginTests",
    "DependenceMigration",
    "DependenceMigrationTests", "MacrosPluginUnderTest",
  ]

  // If the folder is missing, a target consists of a single file, whose `#error` explains how to fix that.
  var sources: [String]? { folder == nil ? ["HostMissing.swift"] : nil }
  var exclude: [String] { folder == nil ? [] : ["HostMissing.swift"] }

  var swiftSettings: [SwiftSetting] { folder.map { [.unsafeFlags(["-gnone", "-I", $0])] } ?? [] }
  var linkerSettings: [LinkerSetting] {
    folder.map { [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []
  }

  private static func find() -> String? {
    let folder = Context.environment["DEPENDENCE_SWIFT_HOST"] ?? besideManifestLibrary()
    return folder.flatMap { access("\($0)/SwiftSyntax.swiftmodule", F_OK) == 0 ? $0 : nil }
  }

  /// Finds the folder next to the library that this manifest links, which is in
  /// `usr/lib/swift/pm/ManifestAPI`. `dladdr` is looked up with `dlsym`, because Glibc declares it only for C++.
  private static func besideManifestLibrary() -> String? {
    typealias AddressLookUp = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
    guard let symbol = dlsym(nil, "dladdr") else { return nil }
    let lookUp = unsafeBitCast(symbol, to: AddressLookUp.self)
    let here = unsafeBitCast(Package.self as AnyClass, to: UnsafeRawPointer.self)
    // `Dl_info` consists of four pointers. The first one points to the path of the file.
    return withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: 4) { info in
      info.initialize(repeating: nil)
      guard lookUp(here, info.baseAddress!) != 0, let file = info[0], let path = realpath(file, nil)
      else { return nil }
      defer { free(path) }
      let usrLibSwift = String(cString: path).split(separator: "/").dropLast(3)
      return "/\(usrLibSwift.joined(separator: "/"))/host"
    }
  }
}
