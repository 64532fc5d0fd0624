// swift-tools-version: 6.2
import PackageDescription

let macros: Target.Dependency = .product(name: "DependenceMacros", package: "dependence")
let testing: Target.Dependency = .product(name: "DependenceTesting", package: "dependence")

let package = Package(
  name: "ModularApp",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    // Specify the package name, because the folder of a checkout can have any name.
    .package(name: "dependence", path: "../../..")
  ],
  targets: [
    // Interfaces: the clients that a feature offers to other features.
    .target(name: "AuthInterface", dependencies: [macros]),
    .target(name: "FeedInterface", dependencies: [macros]),
    .target(name: "ProfileInterface", dependencies: ["AuthInterface", macros]),

    // Implementations. Each of them depends on interfaces, but not on other implementations.
    .target(name: "Auth", dependencies: ["AuthInterface"]),
    .target(name: "Feed", dependencies: ["AuthInterface", "FeedInterface"]),
    .target(
      name: "Profile",
      dependencies: ["AuthInterface", "FeedInterface", "ProfileInterface"]
    ),

    // Test support: test doubles, which depend only on interfaces.
    .target(name: "AuthTestSupport", dependencies: ["AuthInterface"]),
    .target(name: "FeedTestSupport", dependencies: ["FeedInterface"]),
    .target(name: "ProfileTestSupport", dependencies: ["ProfileInterface"]),

    // The app, which is the only target that depends on all implementations.
    .executableTarget(name: "ModularApp", dependencies: ["Auth", "Feed", "Profile"]),

    .testTarget(name: "AuthTests", dependencies: ["Auth", testing]),
    .testTarget(name: "FeedTests", dependencies: ["AuthTestSupport", "Feed", testing]),
    .testTarget(
      name: "ProfileTests",
      dependencies: [
        "AuthTestSupport", "FeedTestSupport", "Profile", "ProfileTestSupport", testing,
      ]
    ),
    .testTarget(name: "ModularAppTests", dependencies: ["ModularApp", testing]),
  ],
  swiftLanguageModes: [.v6]
)
