import Testing

@testable import DependenceGraphAnalysis

struct ManifestReaderTests {
  @Test(arguments: [
    (
      #".target(name: "App", swiftSettings: [.defaultIsolation(MainActor.self)]), .target(name: "Core")"#,
      ["App"]
    ),
    (#".executableTarget(name: "My-App", swiftSettings: ui), .target(name: "Core")"#, ["My_App"]),
    (#".target(name: "App", swiftSettings: [.defaultIsolation(nil)]), .target(name: "Core")"#, []),
    (#".target(name: "Core", dependencies: [.target(name: "App")], swiftSettings: ui)"#, ["Core"]),
    (#".target(name: "Core"), .testTarget(name: "App", swiftSettings: ui)"#, ["App"]),
  ])
  func `a target may isolate its module to the main actor`(targets: String, modules: [String]) {
    let manifest = """
      import PackageDescription
      let package = Package(name: "App", targets: [\(targets)])
      let ui: [SwiftSetting] = [.defaultIsolation(MainActor.self)]
      """

    let found = ManifestReader.mainActorModules(in: manifest, among: ["App", "My_App", "Core"])

    #expect(found == Set(modules))
  }

  /// Each argument contains the tools version of a manifest, the arguments of a target, the
  /// arguments of the package, and the language modes of the modules `App` and `Core`.
  @Test(arguments: [
    ("6.2", "", "", [6, 6]), ("5.10", "", "", [5, 5]),
    ("6.2", "", ", swiftLanguageModes: [.v5]", [5, 5]),
    ("6.2", "", ", swiftLanguageModes: [.v5, .v6]", [6, 6]),
    ("5.9", "", ", swiftLanguageVersions: [.version(\"6\")]", [6, 6]),
    ("6.0", "swiftSettings: [.swiftLanguageMode(.v5)]", "", [5, 6]),
    ("6.0", "swiftSettings: [.swiftLanguageMode(.v6)]", ", swiftLanguageModes: [.v5]", [6, 5]),
  ])
  func `the language mode of a module is that of its target, package or tools`(
    tools: String,
    target: String,
    package: String,
    modes: [Int]
  ) {
    let manifest = """
      // swift-tools-version: \(tools)
      let package = Package(
        name: "App", targets: [.target(name: "App", \(target)), .target(name: "Core")]\(package))
      """

    let found = ManifestReader.languageModes(in: manifest, among: ["App", "Core"])

    #expect(found == ["App": modes[0], "Core": modes[1]])
  }

  @Test func `a setting outside all targets applies to every target`() {
    let manifest = """
      let package = Package(name: "App", targets: [.target(name: "App"), .target(name: "Core")])
      for target in package.targets { target.swiftSettings = [.defaultIsolation(MainActor.self)] }
      """

    #expect(
      ManifestReader.mainActorModules(in: manifest, among: ["App", "Core"]) == ["App", "Core"]
    )
  }
}
