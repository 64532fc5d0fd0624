// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "StaticStdlib",
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    .executableTarget(
      name: "StaticStdlib",
      dependencies: [.product(name: "DependenceSimulation", package: "dependence")]
    )
  ]
)
