// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Weather",
  dependencies: [
    .package(url: "https://github.com/hmlongco/Factory.git", .upToNextMajor(from: "2.5.0"))
  ],
  targets: [
    .target(name: "Weather", dependencies: [.product(name: "FactoryKit", package: "Factory")]),
    .testTarget(
      name: "WeatherTests",
      dependencies: ["Weather", .product(name: "FactoryTesting", package: "Factory")]
    ),
    .testTarget(name: "LegacyTests", dependencies: ["Weather"]),
  ]
)
