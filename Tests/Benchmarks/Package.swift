// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    .target(name: "CAllocationCounter"),
    .target(name: "CBlackhole"),
    .target(
      name: "BenchmarkKit",
      dependencies: ["CAllocationCounter", "CBlackhole", product("Dependence")],
      packageAccess: false
    ),
    // Links no test runner, so that what an app pays is what is measured.
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["BenchmarkKit", product("Dependence"), product("DependenceModules")],
      packageAccess: false
    ),
    .executableTarget(
      name: "HarnessBenchmarks",
      dependencies: [
        "BenchmarkKit", product("DependenceSimulation"), product("DependenceTesting"),
      ],
      packageAccess: false
    ),
    .testTarget(
      name: "BenchmarkKitTests",
      dependencies: ["BenchmarkKit", product("Dependence")],
      packageAccess: false
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The benchmarks read what targets of dependence share, such as roots and frames: for the compiler they are part of that
// package, whose name is that of its folder, and not of their own (`packageAccess: false`).
let root = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "dependence"
let packageName = String(root.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
for target in package.targets {
  target.swiftSettings = [
    .unsafeFlags(["-package-name", packageName]),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "dependence") }
