// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Service",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    // Specify the package name, because the folder of a checkout can have any name.
    .package(name: "dependence", path: "../../..")
  ],
  targets: [
    .target(
      name: "Reminders",
      dependencies: [.product(name: "DependenceFoundation", package: "dependence")]
    ),
    .executableTarget(name: "reminders-service", dependencies: ["Reminders"]),
    .testTarget(
      name: "RemindersTests",
      dependencies: [
        "Reminders",
        .product(name: "DependenceSimulation", package: "dependence"),
        .product(name: "DependenceTesting", package: "dependence"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
