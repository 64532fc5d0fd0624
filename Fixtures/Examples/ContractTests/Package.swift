// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ContractTests",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    // Specify the package name, because the folder of a checkout can have any name.
    .package(name: "dependence", path: "../../..")
  ],
  targets: [
    .target(
      name: "Parcels",
      dependencies: [.product(name: "DependenceMacros", package: "dependence")]
    ),
    .testTarget(
      name: "ParcelsTests",
      dependencies: [
        "Parcels",
        .product(name: "DependenceRecording", package: "dependence"),
        .product(name: "DependenceTesting", package: "dependence"),
      ],
      exclude: ["Recordings"]
    ),
  ],
  swiftLanguageModes: [.v6]
)
