// swift-tools-version: 6.2
import PackageDescription

let dependence: Target.Dependency = .product(name: "Dependence", package: "dependence")
let macros: Target.Dependency = .product(name: "DependenceMacros", package: "dependence")
let testing: Target.Dependency = .product(name: "DependenceTesting", package: "dependence")

let recording: Target.Dependency = .product(name: "DependenceRecording", package: "dependence")
let xctest: Target.Dependency = .product(name: "DependenceXCTest", package: "dependence")

let package = Package(
  name: "Macros",
  dependencies: [.package(name: "dependence", path: "../..")],
  targets: [
    // A single module with declarations, their uses, and arguments of the macros.
    .target(name: "QuickStart", dependencies: [dependence, macros]),
    .testTarget(name: "QuickStartTests", dependencies: ["QuickStart", testing]),

    // An interface that does not depend on its implementation.
    .target(name: "AuthInterface", dependencies: [dependence, macros]),
    .target(name: "AuthImpl", dependencies: ["AuthInterface"]),
    .executableTarget(name: "App", dependencies: ["AuthInterface", "AuthImpl", "QuickStart"]),
    .testTarget(name: "SplitTests", dependencies: ["AuthInterface", "AuthImpl", testing]),

    // Every kind of declaration to which the macros can be attached.
    .target(name: "Shapes", dependencies: [macros]),
    .target(
      name: "Evolution",
      dependencies: [macros],
      swiftSettings: [.unsafeFlags(["-enable-library-evolution"])]
    ),

    .target(
      name: "MainActorByDefault",
      dependencies: [macros],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "MainActorByDefaultTests",
      dependencies: ["MainActorByDefault", macros, testing]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// A client that is wrapped with faults, spies and recordings, with every combination of settings. The folders of these
// targets are links to `Tests/Wrapping`.
for version in [5, 6] {
  for isMainActor in [false, true] {
    for isNonsending in [false, true] {
      var name = "Wrapping\(version)"
      var settings: [SwiftSetting] = [.swiftLanguageMode(version == 5 ? .v5 : .v6)]
      if isMainActor {
        name += "MainActor"
        settings.append(.defaultIsolation(MainActor.self))
      }
      if isNonsending {
        name += "Nonsending"
        settings.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
      }
      package.targets.append(
        .testTarget(
          name: name,
          dependencies: [macros, recording, testing, xctest],
          exclude: ["Recordings"],
          swiftSettings: settings
        )
      )
    }
  }
}

for target in package.targets where target.name != "Evolution" {
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}
