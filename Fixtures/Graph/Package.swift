// swift-tools-version: 6.2
import PackageDescription

let graph: Target.Dependency = .product(name: "DependenceGraph", package: "dependence")
let testing: Target.Dependency = .product(name: "DependenceTesting", package: "dependence")
let plugin: Target.PluginUsage = .plugin(name: "DependenceGraphPlugin", package: "dependence")

let package = Package(
  name: "Graph",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    .package(name: "dependence", path: "../.."),
    .package(name: "Storefront", path: "../Storefront"),
  ],
  targets: [
    // A single module with every kind of type that a graph can contain.
    .target(name: "Notes", dependencies: [graph], plugins: [plugin]),
    .testTarget(name: "NotesTests", dependencies: ["Notes", testing], plugins: [plugin]),

    // The storefront with constructor injection, for comparison with its version with keys. It has
    // three modules. The last one depends on the other two, and contains the root.
    .target(
      name: "ShopModel",
      dependencies: [graph, .product(name: "Storefront", package: "Storefront")]
    ),
    .target(name: "ShopServices", dependencies: ["ShopModel"]),
    .target(name: "ShopApp", dependencies: ["ShopModel", "ShopServices"], plugins: [plugin]),
    .testTarget(name: "ShopTests", dependencies: ["ShopApp", testing], plugins: [plugin]),

    // A key whose interface and implementation are in separate modules. The app depends on both.
    .target(name: "WeatherClient", dependencies: [graph]),
    .target(name: "WeatherClientLive", dependencies: ["WeatherClient"]),
    .target(
      name: "WeatherApp",
      dependencies: ["WeatherClient", "WeatherClientLive"],
      plugins: [plugin]
    ),
    .testTarget(
      name: "WeatherAppTests",
      dependencies: ["WeatherApp", testing],
      swiftSettings: [.defaultIsolation(MainActor.self)],
      plugins: [plugin]
    ),

    // The examples of the articles.
    .target(name: "Articles", dependencies: [graph], plugins: [plugin]),
    .testTarget(name: "ArticlesTests", dependencies: ["Articles", testing], plugins: [plugin]),

    // The code before and after a migration from Needle. The code before it is compiled, but never run.
    .target(name: "NeedleFoundation"),
    .target(name: "ExampleNeedle", dependencies: ["NeedleFoundation"]),
    .target(name: "NeedleAfter", dependencies: [graph], plugins: [plugin]),
    .testTarget(name: "NeedleAfterTests", dependencies: ["NeedleAfter", graph, testing]),

    // Examples from before a migration. Only the uses of Apple's frameworks were replaced.
    .target(name: "Shims"),
    .target(name: "ThirdParty"),
    .target(name: "ExampleServices", dependencies: [graph, "ThirdParty"], plugins: [plugin]),
    .target(name: "ExampleForwarding", dependencies: [graph, "Shims"], plugins: [plugin]),
    .target(name: "ExampleRenaming", dependencies: [graph, "Shims"], plugins: [plugin]),
    .target(name: "ExampleApp", dependencies: [graph, "Shims"], plugins: [plugin]),
    .testTarget(
      name: "ExamplesTests",
      dependencies: ["ExampleServices", "ExampleForwarding", "ExampleRenaming", "ExampleApp"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}

// The targets of the storefront enable every upcoming feature, and the other targets enable none.
for target in package.targets where target.name.hasPrefix("Shop") {
  target.swiftSettings? += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
