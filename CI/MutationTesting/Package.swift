// swift-tools-version: 6.2
import PackageDescription

// The folder that contains the toolchain's SwiftSyntax modules. The script `CI/mutants` sets the
// environment variable `DEPENDENCE_SWIFT_HOST`.
let host = Context.environment["DEPENDENCE_SWIFT_HOST"] ?? "/usr/lib/swift/host"
let compile: [SwiftSetting] = [.unsafeFlags(["-I", host])]
let link: [LinkerSetting] = [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]

let package = Package(
  name: "mutants",
  targets: [
    .target(name: "MutantKit", swiftSettings: compile, linkerSettings: link),
    .executableTarget(
      name: "mutants",
      dependencies: ["MutantKit"],
      swiftSettings: compile,
      linkerSettings: link
    ),
    .testTarget(
      name: "MutantKitTests",
      dependencies: ["MutantKit"],
      swiftSettings: compile,
      linkerSettings: link
    ),
  ],
  swiftLanguageModes: [.v6]
)
