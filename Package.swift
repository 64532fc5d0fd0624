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
    // The mechanism behind reads, scopes and defaults. Tests run in debug builds, in which it would take five times as
    // long. It has few generic functions and uses few of the standard library's, so that optimising it takes little time.
    .target(name: "DependenceKernel", swiftSettings: oneProcess(["-Osize", "-gnone"])),
    // What Foundation's users read of the core's errors. The core does without Foundation.
    .target(name: "DependenceErrors", dependencies: ["Dependence"]),
    .target(name: "DependenceFoundation", dependencies: ["Dependence", "DependenceErrors"]),
    .target(
      name: "DependenceModules",
      dependencies: ["Dependence"],
      swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]
    ),
    // What UIKit and AppKit have in common, and does not need them. The products hand it on.
    .target(name: "DependenceHosting", dependencies: ["Dependence"]),
    .target(name: "DependenceUIKit", dependencies: ["Dependence", "DependenceHosting"]),
    .target(name: "DependenceAppKit", dependencies: ["Dependence", "DependenceHosting"]),
    .target(name: "DependenceAppIntents", dependencies: ["Dependence"]),
    .target(name: "DependenceMacros", dependencies: ["Dependence", "DependenceMacrosPlugin"]),
    .macro(name: "DependenceMacrosPlugin"),
    // Its macros are in the same plugin: another one would be a third of the build again.
    .target(
      name: "DependenceGraph",
      dependencies: ["Dependence", "DependenceMacros", "DependenceMacrosPlugin"]
    ),
    // Reads a project's graph and judges it. Nothing that ships links it.
    .target(name: "DependenceGraphAnalysis", dependencies: ["DependenceGraphKernel"]),
    // Its loops over bytes and numbers. Plugins run what is built for debugging, in which they would
    // take fifty times as long; optimising the rest as well would be half of an app's first build.
    .target(name: "DependenceGraphKernel", swiftSettings: [.unsafeFlags(["-O", "-gnone"])]),
    // Rewrites code that was written for other libraries. Only the command links it.
    .target(name: "DependenceMigration"),
    .executableTarget(
      name: "DependenceCommand",
      dependencies: ["DependenceGraphAnalysis", "DependenceMigration"]
    ),
    // Writes the code of graphs. Not the command, whose migrations an app's first build would compile as well.
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
    // What a test needs whatever runs it. Both runners' products hand it on.
    support("DependenceHarness", ["Dependence", "DependenceErrors"], oneProcess([])),
    support("DependenceTesting", ["Dependence", "DependenceHarness"], oneProcess([])),
    support("DependenceXCTest", ["Dependence", "DependenceHarness"]),
    // What a simulation needs to know of the Swift runtime, and nothing else.
    support("CSimulationRuntime"),
    support(
      "DependenceSimulation",
      ["CSimulationRuntime", "Dependence", "DependenceHarness", "DependenceTesting"]
    ),
    // Reads and writes recordings. It is a product of its own because it links Foundation's networking.
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
    // The plugin's sources once more, through a link: were a test to depend on the macro itself, SwiftPM would build
    // every module twice, for tests and for tools.
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

/// Settings with which one process of the compiler does everything for a target in a debug build. That takes less time
/// than a process for the module and another one for the code.
func oneProcess(_ flags: [String]) -> [SwiftSetting] {
  let process = [
    "-wmo", "-disable-batch-mode", "-num-threads", "1", "-no-emit-module-separately-wmo",
  ]
  return [.unsafeFlags(flags + process, .when(configuration: .debug))]
}

/// A target that links into test bundles only.
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

/// The tests of a target that the core is part of.
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
      // One process reads what a target imports, such as SwiftSyntax or Testing, and nobody lists what is in there.
      .unsafeFlags(["-driver-batch-count", "1", "-index-ignore-system-modules"]),
    ]
}

/// The SwiftSyntax that the running toolchain ships, for targets that read or write Swift.
struct ToolchainSyntax {
  /// `usr/lib/swift/host` of the toolchain; nil if it has no SwiftSyntax.
  let folder = Self.find()

  /// The targets that import it.
  let readers = [
    "DependenceCommand", "DependenceGenerator", "DependenceGraphAnalysis",
    "DependenceGraphAnalysisTests", "DependenceMacrosPlugin", "DependenceMacrosPluginTests",
    "DependenceMigration",
    "DependenceMigrationTests", "MacrosPluginUnderTest",
  ]

  // Without the folder a target consists of one file, whose `#error` says what to do.
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

  /// Asks the dynamic linker where this manifest's own library lies, in
  /// `usr/lib/swift/pm/ManifestAPI`. Through `dlsym`, as Glibc declares `dladdr` for C++ only.
  private static func besideManifestLibrary() -> String? {
    typealias AddressLookUp = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
    guard let symbol = dlsym(nil, "dladdr") else { return nil }
    let lookUp = unsafeBitCast(symbol, to: AddressLookUp.self)
    let here = unsafeBitCast(Package.self as AnyClass, to: UnsafeRawPointer.self)
    // A `Dl_info` is four pointers, of which the first is the file's path.
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
