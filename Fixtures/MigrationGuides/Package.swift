// swift-tools-version: 6.2
import PackageDescription

let dependence: Target.Dependency = .product(name: "Dependence", package: "dependence")
let foundation: Target.Dependency = .product(name: "DependenceFoundation", package: "dependence")
let modules: Target.Dependency = .product(name: "DependenceModules", package: "dependence")
let simulation: Target.Dependency = .product(name: "DependenceSimulation", package: "dependence")
let testing: Target.Dependency = .product(name: "DependenceTesting", package: "dependence")
let xctest: Target.Dependency = .product(name: "DependenceXCTest", package: "dependence")

/// Returns targets with the code before a migration, the code after it, and tests of the code after it.
///
/// `standIn` declares the names of the other library that the code before the migration needs. They have no behavior,
/// because that code is compiled, but never run.
func migration(
  from library: String,
  standIn: String,
  to product: Target.Dependency = dependence,
  testedWith support: [Target.Dependency] = [testing]
) -> [Target] {
  [
    // A separate package, like the library itself, because `@retroactive` does not apply to modules of the same
    // package.
    .target(name: standIn, path: "\(library)/\(standIn)", packageAccess: false),
    .target(
      name: "\(library)Before",
      dependencies: [.target(name: standIn)],
      path: "\(library)/Before"
    ),
    .target(name: "\(library)After", dependencies: [product], path: "\(library)/After"),
    .testTarget(
      name: "\(library)AfterTests",
      dependencies: [.target(name: "\(library)After")] + support,
      path: "\(library)/AfterTests"
    ),
  ]
}

let package = Package(
  name: "Migration",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [
    // Specify the package name, because the folder of a checkout can have any name.
    .package(name: "dependence", path: "../..")
  ],
  targets: migration(
    from: "SwiftDependencies",
    standIn: "Dependencies",
    testedWith: [foundation, simulation, testing, xctest]
  )
    + migration(from: "Factory", standIn: "FactoryKit", testedWith: [modules, testing])
    + migration(from: "Swinject", standIn: "Swinject")
    + migration(from: "Shank", standIn: "Shank", to: modules, testedWith: [testing, xctest])
    + migration(from: "SnapDependencies", standIn: "SnapDependencies", to: modules),
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}

// This target uses Swift 5, because the shared values in its code are not `Sendable`.
for target in package.targets where target.name == "ShankBefore" {
  target.swiftSettings?.append(.swiftLanguageMode(.v5))
}
