// swift-tools-version: 6.2
import PackageDescription

// A package that uses this one with the compiler's default settings. Its tests make the mistakes that users make;
// `Tests/SilentGreenTests/Downstream` runs them with `swift test` and asserts what a user would see.

let package = Package(
  name: "downstream",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    .executableTarget(
      name: "LiveTool",
      dependencies: [.product(name: "Dependence", package: "dependence")]
    ),
    .target(
      name: "Rates",
      dependencies: [.product(name: "DependenceMacros", package: "dependence")]
    ),
    tests("AuditTests", ["DependenceTesting", "DependenceXCTest"], others: ["LiveTool"]),
    tests("ClockTests", ["DependenceTesting", "DependenceXCTest"]),
    tests("DetachedTaskTests", ["DependenceTesting"]),
    tests("EntryValueTests", ["DependenceTesting"], others: ["Rates"]),
    // The first example of each article, in a module with the default settings of new apps in Xcode 26.
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

/// A test target that links the macros, these other products, and other targets.
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
