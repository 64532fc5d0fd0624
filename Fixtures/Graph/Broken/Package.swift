// swift-tools-version: 6.2
import PackageDescription

let graph: Target.Dependency = .product(name: "DependenceGraph", package: "dependence")
let plugin: Target.PluginUsage = .plugin(name: "DependenceGraphPlugin", package: "dependence")

let package = Package(
  name: "Broken",
  dependencies: [.package(name: "dependence", path: "../../..")],
  targets: [
    // A graph that is not valid fails a test where its own target is not checked.
    .target(name: "Unchecked", dependencies: [graph]),
    .testTarget(name: "UncheckedTests", dependencies: ["Unchecked"], plugins: [plugin]),
  ],
  swiftLanguageModes: [.v6]
)

// Where it is checked it stops the build, so that the tests would never run.
if Context.environment["CHECKED"] != nil {
  package.targets.append(.target(name: "Checked", dependencies: [graph], plugins: [plugin]))
}
