// swift-tools-version: 6.2
import PackageDescription

// A package that uses the library with the compiler's default settings. Its tests contain errors
// that users make. The tests in `Tests/SilentGreenTests/Downstream` run these tests with
// `swift test` and check the output that a user would see.

let package = Package(
  name: "downstream",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    .executableTarget(
      name: "LiveTool",
      dependencies: [
        .product(name: "Dependence", package: "dependence"),
        .product(name: "DependenceModules", package: "dependence"),
      ]
    ),
    .target(
      name: "Rates",
      dependencies: [.product(name: "DependenceMacros", package: "dependence")]
    ),
    tests("AuditTests", ["DependenceTesting", "DependenceXCTest"], others: ["LiveTool"]),
    tests("ClockTests", ["DependenceTesting", "DependenceXCTest"]),
    tests("DetachedTaskTests", ["DependenceTesting"]),
    tests("LateIssueTests", ["DependenceTesting"]),
    tests("EntryValueTests", ["DependenceTesting"], others: ["Rates"]),
    // The first code example of each article, in a module with the default settings of new apps in
    // Xcode 26.
    tests(
      "MainActorArticleTests",
      [
        "DependenceFoundation", "DependenceGraph", "DependenceModules", "DependenceRecording",
        "DependenceSimulation", "DependenceTesting",
      ],
      exclude: ["Recordings"],
      settings: [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
    tests("OutputTests", ["DependenceSimulation", "DependenceTesting", "DependenceXCTest"]),
    tests("SearchTests", ["DependenceSimulation", "DependenceTesting", "DependenceXCTest"]),
  ]
)

/// Returns a test target that depends on the macros, the given products and the given targets.
func tests(
  _ name: String,
  _ products: [String],
  others: [Target.Dependency] = [],
  exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: others
      + (["DependenceMacros"] + products).map { .product(name: $0, package: "dependence") },
    exclude: exclude,
    swiftSettings: settings
  )
}
