// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "trait-cost",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    .target(name: "CMemory"),
    .testTarget(
      name: "TraitCostTests",
      dependencies: ["CMemory", .product(name: "DependenceTesting", package: "dependence")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
