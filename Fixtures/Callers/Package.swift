// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Callers",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    // All targets have the same sources, which the script `generate` writes.
    .testTarget(name: "Defaults"),
    .testTarget(
      name: "Nonsending",
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    ),
    .testTarget(name: "MainActorDefault", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "MainActorNonsending",
      swiftSettings: [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]
    ),
    .testTarget(name: "Swift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "Swift5Complete",
      swiftSettings: [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency")]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.dependencies = [
    "Dependence", "DependenceMacros", "DependenceModules", "DependenceSimulation",
    "DependenceTesting", "DependenceXCTest",
  ].map { .product(name: $0, package: "dependence") }
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}
