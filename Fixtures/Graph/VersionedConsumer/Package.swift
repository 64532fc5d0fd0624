// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Consumer",
  dependencies: [.package(url: Context.environment["DEPENDENCE_URL"] ?? "", from: "1.0.0")],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [.product(name: "DependenceGraph", package: "dependence")],
      plugins: [.plugin(name: "DependenceGraphPlugin", package: "dependence")]
    )
  ]
)
