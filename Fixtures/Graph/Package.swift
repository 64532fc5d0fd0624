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
    // One module, with every form that a type of a graph can have.
    .target(name: "Notes", dependencies: [graph], plugins: [plugin]),
    .testTarget(name: "NotesTests", dependencies: ["Notes", testing], plugins: [plugin]),

    // The storefront with its constructors injected, beside its key-based form. Three modules: only
    // the last one sees all of them, and has the root.
    .target(
      name: "ShopModel",
      dependencies: [graph, .product(name: "Storefront", package: "Storefront")]
    ),
    .target(name: "ShopServices", dependencies: ["ShopModel"]),
    .target(name: "ShopApp", dependencies: ["ShopModel", "ShopServices"], plugins: [plugin]),
    .testTarget(name: "ShopTests", dependencies: ["ShopApp", testing], plugins: [plugin]),

    // A key whose interface and implementation are in modules of their own. The app sees both.
    .target(name: "WeatherClient", dependencies: [graph]),
    .target(name: "WeatherClientLive", dependencies: ["WeatherClient"]),
    .target(
      name: "WeatherApp",
      dependencies: ["WeatherClient", "WeatherClientLive"],
      plugins: [plugin]
    ),
    .testTarget(name: "WeatherAppTests", dependencies: ["WeatherApp", testing], plugins: [plugin]),

    // What the articles show.
    .target(name: "Articles", dependencies: [graph], plugins: [plugin]),
    .testTarget(name: "ArticlesTests", dependencies: ["Articles", testing], plugins: [plugin]),

    // What users of Needle come from, which is compiled and never run, and what they come to.
    .target(name: "NeedleFoundation"),
    .target(name: "ExampleNeedle", dependencies: ["NeedleFoundation"]),
    .target(name: "NeedleAfter", dependencies: [graph], plugins: [plugin]),
    .testTarget(name: "NeedleAfterTests", dependencies: ["NeedleAfter", graph, testing]),

    // The examples that migrants come from, unchanged but for what Apple's frameworks are.
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

// A user of every upcoming feature; the others have enabled none.
for target in package.targets where target.name.hasPrefix("Shop") {
  target.swiftSettings? += [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
