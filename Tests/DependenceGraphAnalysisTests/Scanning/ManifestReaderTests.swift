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
