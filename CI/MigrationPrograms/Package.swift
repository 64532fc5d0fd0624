// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "programs",
  targets: [
    .target(name: "ProgramKit"),
    .executableTarget(name: "programs", dependencies: ["ProgramKit"]),
    .testTarget(name: "ProgramKitTests", dependencies: ["ProgramKit"]),
  ],
  swiftLanguageModes: [.v6]
)
