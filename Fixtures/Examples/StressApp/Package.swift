// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "StressApp",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    // Specify the package name, because the folder of a checkout can have any name.
    .package(name: "dependence", path: "../../..")
  ],
  targets: [
    .target(
      name: "Registry",
      dependencies: [.product(name: "DependenceMacros", package: "dependence")]
    ),
    .executableTarget(name: "StressApp", dependencies: ["Registry"]),
    .testTarget(
      name: "RegistryTests",
      dependencies: ["Registry", .product(name: "DependenceTesting", package: "dependence")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
