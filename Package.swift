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

let syntax = ToolchainSyntax()

let package = Package(
  name: "dependence",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .executable(name: "dependence", targets: ["DependenceCommand"]),
    .library(name: "Dependence", targets: ["Dependence"]),
    .library(name: "DependenceAppKit", targets: ["DependenceAppKit"]),
    .library(name: "DependenceFoundation", targets: ["DependenceFoundation"]),
    .library(name: "DependenceGraph", targets: ["DependenceGraph"]),
    .library(name: "DependenceMacros", targets: ["DependenceMacros"]),
    .library(name: "DependenceModules", targets: ["DependenceModules"]),
    .library(name: "DependenceSimulation", targets: ["DependenceSimulation"]),
    .library(name: "DependenceTesting", targets: ["DependenceTesting"]),
    .library(name: "DependenceUIKit", targets: ["DependenceUIKit"]),
    .library(name: "DependenceXCTest", targets: ["DependenceXCTest"]),
    .plugin(name: "DependenceCommandPlugin", targets: ["DependenceCommandPlugin"]),
    .plugin(name: "DependenceGraphPlugin", targets: ["DependenceGraphPlugin"]),
  ],
  targets: [
    .target(name: "Dependence"),
    .target(name: "DependenceFoundation", dependencies: ["Dependence"]),
    .target(name: "DependenceModules", dependencies: ["Dependence"]),
    // What UIKit and AppKit have in common, and does not need them. The products hand it on.
    .target(name: "DependenceHosting", dependencies: ["Dependence"]),
    .target(name: "DependenceUIKit", dependencies: ["Dependence", "DependenceHosting"]),
    .target(name: "DependenceAppKit", dependencies: ["Dependence", "DependenceHosting"]),
    .target(
      name: "DependenceMacros",
      dependencies: ["Dependence", "DependenceMacrosPlugin"]
    ),
    .macro(
      name: "DependenceMacrosPlugin",
      exclude: syntax.exclude,
      sources: syntax.sources,
      // SwiftSyntax is read by fewer parts of the build, which saves a tenth of its time.
      swiftSettings: syntax.swiftSettings + [.unsafeFlags(["-driver-batch-count", "1", "-gnone"])],
      linkerSettings: syntax.linkerSettings
    ),
    // Its macros are in the same plugin: another one would be a third of the build again.
    .target(
      name: "DependenceGraph",
      dependencies: ["Dependence", "DependenceMacros", "DependenceMacrosPlugin"]
    ),
    // Reads a project's graph and judges it. Nothing that ships links it.
    .target(
      name: "DependenceGraphAnalysis",
      exclude: syntax.exclude,
      sources: syntax.sources,
      // Plugins run it as it is built for debugging; a scan would take four times as long.
      swiftSettings: syntax.swiftSettings + [.unsafeFlags(["-O"])],
      linkerSettings: syntax.linkerSettings
    ),
    .executableTarget(
      name: "DependenceCommand",
      dependencies: ["DependenceGraphAnalysis"],
      exclude: syntax.exclude,
      sources: syntax.sources,
      swiftSettings: syntax.swiftSettings,
      linkerSettings: syntax.linkerSettings
    ),
    .plugin(
      name: "DependenceGraphPlugin",
      capability: .buildTool(),
      dependencies: ["DependenceCommand"]
    ),
    .plugin(
      name: "DependenceCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "dependence",
          description: "Checks and draws the dependency graph of this package"
        )
      ),
      dependencies: ["DependenceCommand"]
    ),
    // What a test needs whatever runs it. Both runners' products hand it on.
    .target(
      name: "DependenceHarness",
      dependencies: ["Dependence"],
      path: "TestSupport/DependenceHarness"
    ),
    .target(
      name: "DependenceTesting",
      dependencies: ["Dependence", "DependenceHarness", "DependenceModules"],
      path: "TestSupport/DependenceTesting"
    ),
    .target(
      name: "DependenceXCTest",
      dependencies: ["Dependence", "DependenceHarness"],
      path: "TestSupport/DependenceXCTest"
    ),
    // What a simulation needs to know of the Swift runtime, and nothing else.
    .target(name: "CSimulationRuntime", path: "TestSupport/CSimulationRuntime"),
    .target(
      name: "DependenceSimulation",
      dependencies: ["CSimulationRuntime", "Dependence", "DependenceHarness", "DependenceTesting"],
      path: "TestSupport/DependenceSimulation"
    ),
    .target(name: "TestKeys", dependencies: ["Dependence"], path: "Tests/TestKeys"),
    .target(name: "Subprocesses", path: "Tests/Subprocesses"),
    .target(name: "GoldenFiles", path: "Tests/GoldenFiles"),
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .target(name: "CBlackhole", path: "Tests/CBlackhole"),
    .target(
      name: "BenchmarkKit",
      dependencies: ["CBlackhole", "Dependence"],
      path: "Tests/BenchmarkKit"
    ),
    // Links no test runner, so that what an app pays is what is measured.
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["BenchmarkKit", "CAllocationCounter", "Dependence", "DependenceHarness"],
      path: "Tests/Benchmarks"
    ),
    .executableTarget(
      name: "AppProbe",
      dependencies: ["Dependence", "DependenceModules"],
      path: "Tests/AppProbe"
    ),
    .executableTarget(
      name: "SimulationBenchmarks",
      dependencies: ["BenchmarkKit", "DependenceSimulation"],
      path: "Tests/SimulationBenchmarks"
    ),
    .testTarget(name: "BenchmarkKitTests", dependencies: ["BenchmarkKit"]),
    .testTarget(
      name: "DependenceTests",
      dependencies: ["AppProbe", "Dependence", "DependenceTesting", "Subprocesses", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceFoundationTests",
      dependencies: ["Dependence", "DependenceFoundation", "DependenceTesting", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceModulesTests",
      dependencies: [
        "AppProbe", "Dependence", "DependenceModules", "DependenceSimulation", "DependenceTesting",
        "DependenceXCTest", "Subprocesses", "TestKeys",
      ]
    ),
    .testTarget(
      name: "DependenceHostingTests",
      dependencies: ["Dependence", "DependenceHosting", "DependenceTesting", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceUIKitTests",
      dependencies: ["DependenceTesting", "DependenceUIKit", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceAppKitTests",
      dependencies: ["DependenceAppKit", "DependenceTesting", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceHarnessTests",
      dependencies: ["Dependence", "DependenceHarness", "DependenceTesting", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceSimulationTests",
      dependencies: [
        "Dependence", "DependenceHarness", "DependenceSimulation", "DependenceTesting",
        "GoldenFiles", "Subprocesses", "TestKeys",
      ]
    ),
    .testTarget(
      name: "DependenceTestingTests",
      dependencies: ["Dependence", "DependenceTesting", "Subprocesses", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceXCTestTests",
      dependencies: [
        "Dependence", "DependenceSimulation", "DependenceXCTest", "Subprocesses", "TestKeys",
      ]
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Dependence", "DependenceFoundation", "DependenceGraph", "DependenceMacros",
        "DependenceModules", "DependenceSimulation", "DependenceTesting", "DependenceXCTest",
        "GoldenFiles", "Subprocesses", "TestKeys",
      ]
    ),
    .testTarget(
      name: "DependenceMacrosTests",
      dependencies: ["DependenceMacros", "DependenceTesting", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceGraphTests",
      dependencies: ["DependenceGraph", "DependenceTesting", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceMacrosPluginTests",
      dependencies: ["DependenceMacrosPlugin", "GoldenFiles"],
      swiftSettings: syntax.swiftSettings,
      linkerSettings: syntax.linkerSettings
    ),
    .testTarget(
      name: "DependenceGraphAnalysisTests",
      dependencies: ["DependenceGraphAnalysis", "GoldenFiles"],
      swiftSettings: syntax.swiftSettings,
      linkerSettings: syntax.linkerSettings
    ),
    .testTarget(
      name: "CompileFailureTests",
      dependencies: ["Dependence", "DependenceModules", "Subprocesses"]
    ),
    .testTarget(name: "SilentGreenTests", dependencies: ["Subprocesses"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
    ]
}

/// The SwiftSyntax that the running toolchain ships, for targets that read or write Swift.
struct ToolchainSyntax {
  /// `usr/lib/swift/host` of the toolchain; nil if it has no SwiftSyntax.
  let folder = Self.find()

  // Without the folder a target consists of one file, whose `#error` says what to do.
  var sources: [String]? { folder == nil ? ["HostMissing.swift"] : nil }
  var exclude: [String] { folder == nil ? [] : ["HostMissing.swift"] }

  var swiftSettings: [SwiftSetting] { folder.map { [.unsafeFlags(["-I", $0])] } ?? [] }
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
