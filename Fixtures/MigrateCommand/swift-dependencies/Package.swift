// swift-tools-version: 6.0
import PackageDescription

let macros: Target.Dependency = .product(name: "DependenciesMacros", package: "swift-dependencies")

let package = Package(
  name: "Shop",
  products: [
    .library(name: "Clients", targets: ["Clients"]),
    .library(name: "Feature", targets: ["Feature"]),
  ],
  dependencies: [
    .package(url: "https://github.com/pointfreeco/swift-dependencies.git", from: "1.9.0"),
    .package(url: "https://github.com/pointfreeco/swift-clocks", .upToNextMajor(from: "1.0.0")),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", exact: "1.4.3"),
    .package(
      url: "https://github.com/pointfreeco/swift-concurrency-extras",
      from: "1.3.0"
    ),
  ],
  targets: [
    .target(
      name: "Clients",
      dependencies: [
        .product(name: "Dependencies", package: "swift-dependencies"),
        macros,
        .product(name: "XCTestDynamicOverlay", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(
      name: "ClientsLive",
      dependencies: ["Clients", .product(name: "Dependencies", package: "swift-dependencies")]
    ),
    .target(
      name: "Feature",
      dependencies: [
        "Clients",
        .product(
          name: "Dependencies",
          package: "swift-dependencies",
          condition: .when(platforms: [.iOS, .macOS, .linux])
        ),
        .product(name: "Clocks", package: "swift-clocks"),
      ]
    ),
    .testTarget(
      name: "FeatureTests",
      dependencies: [
        "Feature",
        .product(name: "DependenciesTestSupport", package: "swift-dependencies"),
        .product(name: "ConcurrencyExtras", package: "swift-concurrency-extras"),
      ]
    ),
    .testTarget(
      name: "LegacyTests",
      dependencies: ["Feature", .product(name: "Clocks", package: "swift-clocks")]
    ),
    .testTarget(name: "ClientsTests", dependencies: ["Clients", "ClientsLive"]),
  ]
)
