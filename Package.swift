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
    .target(name: "Dependence", dependencies: ["DependenceKernel"]),
    // The kernel, which implements reads, scopes and default values. It is also optimized in debug
    // builds, because reads would otherwise be five times as slow in tests. It has few generic
    // functions, so that optimizing it takes little time.
    .target(name: "DependenceKernel", swiftSettings: optimized),
    // The conformances of the core's errors to Foundation's protocol `LocalizedError`. They are a
    // separate module, because the core does not import Foundation.
    .target(name: "DependenceErrors", dependencies: ["Dependence"]),
    .target(name: "DependenceFoundation", dependencies: ["Dependence", "DependenceErrors"]),
    // Like `DependenceKernel`, `DependenceModules` is also optimized in debug builds, to make tests
    // faster.
    .target(name: "DependenceModules", dependencies: ["Dependence"], swiftSettings: optimized),
    // The platform-independent code shared by `DependenceUIKit` and `DependenceAppKit`, which both
    // re-export it.
    .target(name: "DependenceHosting", dependencies: ["Dependence"]),
    .target(name: "DependenceUIKit", dependencies: ["Dependence", "DependenceHosting"]),
    .target(name: "DependenceAppKit", dependencies: ["Dependence", "DependenceHosting"]),
    .target(name: "DependenceAppIntents", dependencies: ["Dependence"]),
    // The types used by code that `@DependencyClient` generates. They are not part of the core, so
    // that apps that do not use the macro need not build them.
    .target(name: "DependenceClients", dependencies: ["Dependence"]),
    .target(
      name: "DependenceMacros",
      dependencies: ["Dependence", "DependenceClients", "DependenceMacrosPlugin"]
    ),
    .macro(name: "DependenceMacrosPlugin"),
    // The macros of `DependenceGraph` are implemented in the same plugin as those of
    // `DependenceMacros`, because a second plugin would increase the build time by a third.
    .target(
      name: "DependenceGraph",
      dependencies: ["Dependence", "DependenceMacros", "DependenceMacrosPlugin"]
    ),
    // The code that reads and validates a project's dependency graph. Apps never link it.
    .target(name: "DependenceGraphAnalysis", dependencies: ["DependenceGraphKernel"]),
    // The graph analysis's loops over bytes and numbers. SwiftPM runs build plugins' tools as debug
    // builds, in which these loops would take fifty times as long without optimization. Optimizing
    // the rest of the analysis as well would double the time of an app's first build.
    .target(
      name: "DependenceGraphKernel",
      swiftSettings: [.unsafeFlags(["-O", "-Xfrontend", "-gnone"])]
    ),
    // The code that migrates projects from other libraries to this one. Only the command links it.
    .target(name: "DependenceMigration"),
    .executableTarget(
      name: "DependenceCommand",
      dependencies: ["DependenceGraphAnalysis", "DependenceMigration"]
    ),
    // The tool with which the build plugin generates the code of dependency graphs. It is separate
    // from the command, because an app's first build would otherwise also compile the migration.
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
    // The test harness, which does not depend on a test runner. `DependenceTesting` and
    // `DependenceXCTest` re-export it.
    support("DependenceHarness", ["Dependence", "DependenceClients", "DependenceErrors"]),
    support("DependenceTesting", ["Dependence", "DependenceHarness"]),
    support("DependenceXCTest", ["Dependence", "DependenceHarness"]),
    // The C functions that a simulation uses to inspect and control the Swift runtime.
    support("CSimulationRuntime"),
    // `DependenceSimulation` is not optimized in debug builds. Optimization would make searches for
    // failing schedules four times as fast in tests, but a clean build of a test target that uses
    // the module would take 1.6 times as long.
    support(
      "DependenceSimulation",
      ["CSimulationRuntime", "Dependence", "DependenceHarness", "DependenceTesting"]
    ),
    // The code that reads and writes recordings of a client's responses. It is a separate product,
    // because it links the networking part of Foundation.
    support(
      "DependenceRecording",
      ["Dependence", "DependenceClients", "DependenceHarness", "DependenceTesting"]
    ),
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
    tests("DependenceClients", ["DependenceTesting"]),
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
    tests("DependenceHarness", ["DependenceClients", "DependenceTesting", "TestEffort"]),
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
    tests("DependenceXCTest", ["DependenceSimulation", "DependenceTesting", "Subprocesses"]),
    // A second target for the macro plugin's sources, to which its files are symbolic links. If
    // tests depended on the macro target, SwiftPM would build every module twice: for the host and
    // for the tests.
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

/// Settings that optimize a target in debug builds. They turn off debug information and
/// cross-module optimization, because both take time and space. `-gnone` must be passed to the
/// frontend, because SwiftPM adds `-g` after these settings.
var optimized: [SwiftSetting] {
  [.unsafeFlags(["-Osize", "-disable-cmo", "-Xfrontend", "-gnone"], .when(configuration: .debug))]
}

/// Settings that make a single compiler process build a target in a debug build. This is faster
/// than using one process for the module and others for the code.
var oneProcess: [SwiftSetting] {
  let flags = [
    "-wmo", "-disable-batch-mode", "-num-threads", "1", "-no-emit-module-separately-wmo",
  ]
  return [.unsafeFlags(flags, .when(configuration: .debug))]
}

/// Returns a target in `TestSupport`. Only test bundles link these targets.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "TestSupport/\(name)")
}

/// Returns the test target for the target `name`. It depends on that target, the core, `TestKeys`
/// and `others`.
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

// Use a single compiler process only for macros and for libraries that do not import SwiftSyntax.
// The tools and the code for this package's own tests keep the default settings.
for target in package.targets {
  let isLibrary = target.type == .regular && target.path?.hasPrefix("Tests/") != true
  guard target.type == .macro || isLibrary && !syntax.readers.contains(target.name) else {
    continue
  }
  target.swiftSettings = (target.swiftSettings ?? []) + oneProcess
}

for target in package.targets where target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      // Read imported modules, such as SwiftSyntax, in a single process, and exclude system modules
      // from the index.
      .unsafeFlags(["-driver-batch-count", "1", "-index-ignore-system-modules"]),
    ]
}

/// The current toolchain's SwiftSyntax library, for targets that parse or generate Swift code.
struct ToolchainSyntax {
  /// The toolchain's folder `usr/lib/swift/host`, or `nil` if it does not contain SwiftSyntax.
  let folder = Self.find()

  /// The targets that import SwiftSyntax.
  let readers = [
    "DependenceCommand", "DependenceGenerator", "DependenceGraphAnalysis",
    "DependenceGraphAnalysisTests", "DependenceMacrosPlugin", "DependenceMacrosPluginTests",
    "DependenceMigration",
    "DependenceMigrationTests", "MacrosPluginUnderTest",
  ]

  // If the folder is missing, compile only the file `HostMissing.swift` of each of these targets.
  // Its `#error` explains how to fix the problem.
  var sources: [String]? { folder == nil ? ["HostMissing.swift"] : nil }
  var exclude: [String] { folder == nil ? [] : ["HostMissing.swift"] }

  var swiftSettings: [SwiftSetting] {
    folder.map { [.unsafeFlags(["-Xfrontend", "-gnone", "-I", $0])] } ?? []
  }
  var linkerSettings: [LinkerSetting] {
    folder.map { [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []
  }

  private static func find() -> String? {
    let folder = Context.environment["DEPENDENCE_SWIFT_HOST"] ?? besideManifestLibrary()
    return folder.flatMap { access("\($0)/SwiftSyntax.swiftmodule", F_OK) == 0 ? $0 : nil }
  }

  /// Returns the path of `usr/lib/swift/host`, derived from the location of the library that this
  /// manifest links, which is in `usr/lib/swift/pm/ManifestAPI`. `dladdr` is looked up with
  /// `dlsym`, because Glibc declares it only for C++.
  private static func besideManifestLibrary() -> String? {
    typealias AddressLookUp = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
    guard let symbol = dlsym(nil, "dladdr") else { return nil }
    let lookUp = unsafeBitCast(symbol, to: AddressLookUp.self)
    let here = unsafeBitCast(Package.self as AnyClass, to: UnsafeRawPointer.self)
    // `Dl_info` consists of four pointers. The first one points to the library's file path.
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
