// swift-tools-version: 6.2
import PackageDescription

// A package whose XCTest target links DependenceSimulation, but not DependenceXCTest, which passes
// failed expectations of Swift Testing on to XCTest. Without DependenceXCTest, a search in such a
// target cannot detect failures.

let package = Package(
  name: "simulation-alone",
  platforms: [.iOS(.v26), .macOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    .testTarget(
      name: "SimulationAloneTests",
      dependencies: [.product(name: "DependenceSimulation", package: "dependence")]
    )
  ]
)
