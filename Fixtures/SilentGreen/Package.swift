// swift-tools-version: 6.2
import PackageDescription

/// The products that the test target links in addition to the core. Files of tests that need no API
/// of these products do not import them, because the matrix also checks that the products register
/// themselves.
let links = (Context.environment["SILENT_GREEN_LINKS"] ?? "testing,xctest").split(separator: ",")

let package = Package(
  name: "silent-green",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    .testTarget(
      name: "SilentGreen",
      dependencies: [
        .product(name: "Dependence", package: "dependence"),
        .product(name: "DependenceMacros", package: "dependence"),
      ],
      path: "Tests",
      exclude: ["Forms/Recordings"]
    )
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  if links.contains("testing") {
    target.dependencies += [.product(name: "DependenceTesting", package: "dependence")]
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("LINKS_TESTING")]
  }
  if links.contains("xctest") {
    target.dependencies += [.product(name: "DependenceXCTest", package: "dependence")]
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("LINKS_XCTEST")]
  }
  if links.contains("simulation") {
    target.dependencies += [.product(name: "DependenceSimulation", package: "dependence")]
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("LINKS_SIMULATION")]
  }
  if links.contains("recording") {
    target.dependencies += [.product(name: "DependenceRecording", package: "dependence")]
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("LINKS_RECORDING")]
  }
}
