// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Storefront",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "Storefront", targets: ["Storefront"])
  ],
  dependencies: [
    // Specify the package name, because the folder of a checkout can have any name.
    .package(name: "dependence", path: "../..")
  ],
  targets: [
    .target(
      name: "Storefront",
      dependencies: [
        .product(name: "DependenceFoundation", package: "dependence"),
        .product(name: "DependenceMacros", package: "dependence"),
      ]
    ),
    .testTarget(
      name: "StorefrontTests",
      dependencies: [
        "Storefront",
        .product(name: "DependenceFoundation", package: "dependence"),
        .product(name: "DependenceSimulation", package: "dependence"),
        .product(name: "DependenceTesting", package: "dependence"),
      ]
    ),
    .testTarget(
      name: "StorefrontXCTests",
      dependencies: [
        "Storefront",
        .product(name: "DependenceFoundation", package: "dependence"),
        .product(name: "DependenceSimulation", package: "dependence"),
        .product(name: "DependenceXCTest", package: "dependence"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
