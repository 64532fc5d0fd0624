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
    // Does not link a test runner, so that the results are the costs in an app.
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

// The benchmarks use declarations with package access in dependence, such as roots and frames. For
// the compiler, they therefore belong to that package, whose name is derived from its folder, and
// not to their own package (`packageAccess: false`).
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
