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
    // This target does not link a test runner, so it measures the costs that an app has.
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

// The benchmarks use declarations of the package dependence that have package access, such as roots
// and frames. The compiler must therefore treat the benchmarks as part of that package.
// `packageAccess: false` keeps SwiftPM from passing the name of this package to the compiler. The
// settings below pass the name of dependence instead, which SwiftPM derives from the name of its
// folder.
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
