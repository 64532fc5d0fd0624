// swift-tools-version: 6.2
import PackageDescription

let modules: Target.Dependency = .product(name: "DependenceModules", package: "dependence")

/// A program for each composition root that an article shows, with the compiler's default settings.
let programs = [
  "AttributedMain", "DefaultMainActorApp", "MainActorApp", "Failures", "NewsReader", "ShankApp",
  "SnapDependenciesApp", "TopLevel", "TopLevelAsync",
]

let package = Package(
  name: "Launches",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    // The name is given, because the folder of a checkout may have any name.
    .package(name: "dependence", path: "../..")
  ],
  targets: programs.map { .executableTarget(name: $0, dependencies: [modules]) }
    + [.testTarget(name: "LaunchTests")],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name == "DefaultMainActorApp" {
  target.swiftSettings = [.defaultIsolation(MainActor.self)]
}
