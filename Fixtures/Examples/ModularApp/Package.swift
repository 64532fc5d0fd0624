// swift-tools-version: 6.2
import PackageDescription

let macros: Target.Dependency = .product(name: "DependenceMacros", package: "dependence")
let testing: Target.Dependency = .product(name: "DependenceTesting", package: "dependence")

let package = Package(
  name: "ModularApp",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    // Named, because the folder that holds a checkout may be called anything.
    .package(name: "dependence", path: "../../..")
  ],
  targets: [
    // Interfaces: what a feature offers to the others.
    .target(name: "AuthInterface", dependencies: [macros]),
    .target(name: "FeedInterface", dependencies: [macros]),
    .target(name: "ProfileInterface", dependencies: ["AuthInterface", macros]),

    // Implementations: each sees interfaces, and no other implementation.
    .target(name: "Auth", dependencies: ["AuthInterface"]),
    .target(name: "Feed", dependencies: ["AuthInterface", "FeedInterface"]),
    .target(
      name: "Profile",
      dependencies: ["AuthInterface", "FeedInterface", "ProfileInterface"]
    ),

    // Test support: doubles, which need no implementation either.
    .target(name: "AuthTestSupport", dependencies: ["AuthInterface"]),
    .target(name: "FeedTestSupport", dependencies: ["FeedInterface"]),
    .target(name: "ProfileTestSupport", dependencies: ["ProfileInterface"]),

    // The only one that sees everything.
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
