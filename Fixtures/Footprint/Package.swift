// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Footprint",
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    .executableTarget(
      name: "Footprint",
      dependencies: [.product(name: "Dependence", package: "dependence")]
    )
  ]
)
