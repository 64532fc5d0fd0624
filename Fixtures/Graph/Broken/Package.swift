// swift-tools-version: 6.2
import PackageDescription

let graph: Target.Dependency = .product(name: "DependenceGraph", package: "dependence")
let plugin: Target.PluginUsage = .plugin(name: "DependenceGraphPlugin", package: "dependence")

let package = Package(
  name: "Broken",
  dependencies: [.package(name: "dependence", path: "../../..")],
  targets: [
    // A target that the plugin does not check. A test validates its invalid graph, and fails.
    .target(name: "Unchecked", dependencies: [graph]),
    .testTarget(name: "UncheckedTests", dependencies: ["Unchecked"], plugins: [plugin]),
  ],
  swiftLanguageModes: [.v6]
)

// If the plugin checked the graph, the build would stop, and the test would never run.
if Context.environment["CHECKED"] != nil {
  package.targets.append(.target(name: "Checked", dependencies: [graph], plugins: [plugin]))
}
