// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SmallApp",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    // Specify the package name, because the folder of a checkout can have any name.
    .package(name: "dependence", path: "../../..")
  ],
  targets: [
    .target(
      name: "Quotes",
      dependencies: [.product(name: "DependenceMacros", package: "dependence")]
    ),
    .executableTarget(name: "SmallApp", dependencies: ["Quotes"]),
    .testTarget(
      name: "QuotesTests",
      dependencies: [
        "Quotes",
        .product(name: "DependenceSimulation", package: "dependence"),
        .product(name: "DependenceTesting", package: "dependence"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
