// swift-tools-version: 6.2
import PackageDescription

let modules: Target.Dependency = .product(name: "DependenceModules", package: "dependence")

/// The names of the programs, each of which contains a composition root from an article. They use
/// the compiler's default settings, except for `DefaultMainActorApp`.
let programs = [
  "AttributedMain", "DefaultMainActorApp", "MainActorApp", "Failures", "NewsReader", "ShankApp",
  "SnapDependenciesApp", "TopLevel", "TopLevelAsync",
]

let package = Package(
  name: "Launches",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    // Specify the package name, because the folder of a checkout can have any name.
    .package(name: "dependence", path: "../..")
  ],
  targets: programs.map { .executableTarget(name: $0, dependencies: [modules]) }
    + [.testTarget(name: "LaunchTests")],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name == "DefaultMainActorApp" {
  target.swiftSettings = [.defaultIsolation(MainActor.self)]
}
