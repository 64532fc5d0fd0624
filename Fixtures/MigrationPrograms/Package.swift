// swift-tools-version: 6.2
import PackageDescription

// `CI/programs` copies this package into the folder `.build/programs` and adds generated programs.
// Each program has two versions: the code for another library, and the code after its migration by
// the command.

let dependence: [Target.Dependency] = [
  .product(name: "DependenceMacros", package: "dependence"),
  .product(name: "DependenceFoundation", package: "dependence"),
  .product(name: "DependenceModules", package: "dependence"),
]

func programs(for library: String, standIn: String) -> [Target] {
  [
    .target(name: standIn, path: standIn, swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "\(library)Before",
      dependencies: [.target(name: standIn), "Tracing"],
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .executableTarget(name: "\(library)After", dependencies: dependence + ["Tracing"]),
  ]
}

let package = Package(
  name: "MigrationPrograms",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [.target(name: "Tracing", path: "Tracing")]
    + programs(for: "Factory", standIn: "FactoryKit")
    + programs(for: "Swinject", standIn: "Swinject")
    + programs(for: "Dependencies", standIn: "Dependencies")
)
