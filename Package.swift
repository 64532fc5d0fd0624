// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "dependence",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "Dependence", targets: ["Dependence"]),
    .library(name: "DependenceTesting", targets: ["DependenceTesting"]),
    .library(name: "DependenceXCTest", targets: ["DependenceXCTest"]),
  ],
  targets: [
    .target(name: "Dependence"),
    .target(
      name: "DependenceTesting",
      dependencies: ["Dependence"],
      path: "TestSupport/DependenceTesting"
    ),
    .target(
      name: "DependenceXCTest",
      dependencies: ["Dependence"],
      path: "TestSupport/DependenceXCTest"
    ),
    .target(name: "TestKeys", dependencies: ["Dependence"], path: "Tests/TestKeys"),
    .testTarget(
      name: "DependenceTests",
      dependencies: ["Dependence", "DependenceTesting", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceTestingTests",
      dependencies: ["Dependence", "DependenceTesting", "TestKeys"]
    ),
    .testTarget(
      name: "DependenceXCTestTests",
      dependencies: ["Dependence", "DependenceXCTest", "TestKeys"]
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Dependence", "DependenceTesting", "DependenceXCTest"]
    ),
    .testTarget(name: "CompileFailureTests", dependencies: ["Dependence"]),
    .testTarget(name: "SilentGreenTests"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
    ]
}
