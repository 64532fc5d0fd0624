// swift-tools-version: 6.2
import PackageDescription

let graph: Target.Dependency = .product(name: "DependenceGraph", package: "dependence")
let plugin: Target.PluginUsage = .plugin(name: "DependenceGraphPlugin", package: "dependence")

let package = Package(
  name: "Broken",
  dependencies: [.package(name: "dependence", path: "../../..")],
  targets: [
    // A graph that is not valid stops the build where it is checked…
    .target(name: "Checked", dependencies: [graph], plugins: [plugin]),
    // …and elsewhere fails a test.
    .target(name: "Unchecked", dependencies: [graph]),
    .testTarget(name: "UncheckedTests", dependencies: ["Unchecked"], plugins: [plugin]),
  ],
  swiftLanguageModes: [.v6]
)
