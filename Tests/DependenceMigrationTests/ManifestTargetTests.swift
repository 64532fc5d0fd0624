import DependenceMigration
import Testing

/// Tests of the dependencies of targets, which are the products that the files in the folder of the
/// target need.
struct ManifestTargetTests {
  private func targets(
    _ targets: String,
    _ files: [(path: String, text: String)]
  ) -> (text: String, rows: [String]) {
    let before = """
      import PackageDescription
      let package = Package(
        name: "App",
        dependencies: [.package(name: "dependence", path: "../dependence")],
        targets: [\(targets)]
      )

      """
    let migration = Migration(of: [("Package.swift", before)] + files, from: .swiftDependencies)
    let after = migration.files.first { $0.path == "Package.swift" }?.after ?? before
    let targets = after.firstRange(of: "targets: [").map { after[$0.upperBound...] } ?? ""
    return (String(targets.dropLast("]\n)\n".count)), migration.rows.map(\.why))
  }

  private let reader = (path: "Sources/App/A.swift", text: "import Dependencies\n")
  private let dependence = #".product(name: "Dependence", package: "dependence")"#

  @Test(arguments: [
    (#".target(name: "App", dependencies: [])"#, #".target(name: "App", dependencies: [#])"#),
    (#".target(name: "App")"#, #".target(name: "App", dependencies: [#])"#),
    (
      #".target(name: "App", path: "Sources/App")"#,
      #".target(name: "App", dependencies: [#], path: "Sources/App")"#
    ),
    (
      #".target(name: "App", dependencies: ["Other"])"#,
      #".target(name: "App", dependencies: ["Other", #])"#
    ),
    (
      #".target(name: "Other", path: "Sources")"#,
      #".target(name: "Other", dependencies: [#], path: "Sources")"#
    ),
  ])
  func `a target links the products that its files use`(before: String, after: String) {
    let (text, rows) = targets(before, [reader])

    #expect(text == after.replacing("#", with: dependence))
    #expect(rows == [])
  }

  @Test func `a folder that belongs to no target is reported`() {
    let (text, rows) = targets(#".target(name: "Other")"#, [reader])

    #expect(text == #".target(name: "Other")"#)
    #expect(rows == ["no target with a literal name contains the files in 'Sources/App'"])
  }

  @Test func `a dependency list that is not a literal is kept and reported`() {
    let (text, rows) = targets(#".target(name: "App", dependencies: those)"#, [reader])

    #expect(text.hasSuffix(#".target(name: "App", dependencies: those)"#))
    #expect(rows == ["the dependencies of 'App' are not a literal list"])
  }

  @Test func `XCTest targets link the harness only if the tested target uses the library`() {
    let manifest =
      #".target(name: "App", dependencies: ["Dependencies"]), .testTarget(name: "AppTests", dependencies: ["App"]), "#
      + #".target(name: "Pure"), .testTarget(name: "PureTests", dependencies: ["Pure"])"#

    let (text, rows) = targets(
      manifest,
      [
        reader, (path: "Tests/AppTests/B.swift", text: "import XCTest\n"),
        (path: "Tests/PureTests/C.swift", text: "import XCTest\n"),
      ]
    )

    #expect(
      text
        == manifest.replacing("[\"Dependencies\"]", with: "[\(dependence)]").replacing(
          "[\"App\"]",
          with: #"["App", .product(name: "DependenceXCTest", package: "dependence")]"#
        )
    )
    #expect(rows == [])
  }

  @Test func `targets in a dependency cycle do not link the library`() {
    let manifest =
      #".target(name: "One", dependencies: ["Two"]), .target(name: "Two", dependencies: ["One"]), "#
      + #".testTarget(name: "OneTests", dependencies: ["One"])"#

    #expect(
      targets(manifest, [(path: "Tests/OneTests/B.swift", text: "import XCTest\n")]).text
        == manifest
    )
  }

  @Test(arguments: [true, false])
  func `ConcurrencyExtras stays linked only if a file still uses it`(areUsed: Bool) {
    let use = areUsed ? "import ConcurrencyExtras\nlet a = LockIsolated(1)\n" : ""

    let (text, _) = targets(
      #".target(name: "App", dependencies: ["Dependencies", "ConcurrencyExtras"])"#,
      [(path: "Sources/App/A.swift", text: "import Dependencies\n" + use)]
    )

    #expect(
      text == ".target(name: \"App\", dependencies: [\(dependence)"
        + (areUsed ? ", \"ConcurrencyExtras\"" : "") + "])"
    )
  }

  @Test(arguments: [
    (
      #".target(name: "App", dependencies: [.target(name: "Core")]), .target(name: "Core")"#,
      ["Sources/Core/A.swift": "import Dependencies\n"],
      #".target(name: "App", dependencies: [.target(name: "Core")]), .target(name: "Core", dependencies: [#])"#
    ),
    (
      #".target(name: "App", dependencies: ["Dependencies"])"#,
      ["Sources/App/A.swift": "import Foundation\n"],
      #".target(name: "App", dependencies: [#])"#
    ),
    (
      #".testTarget(name: "AppTests", dependencies: ["Dependencies"])"#, [:],
      #".testTarget(name: "AppTests", dependencies: [#, .product(name: "DependenceTesting", package: "dependence")])"#
    ),
    (
      #".target(name: "App", dependencies: [.product(name: "Dependence", package: "dependence"), "Other"])"#,
      ["Sources/App/A.swift": "import Dependencies\n"],
      #".target(name: "App", dependencies: [#, "Other"])"#
    ),
    (
      #".target(name: "Kit", dependencies: ["Dependencies"], path: "Tests/Kit")"#,
      ["Tests/Kit/A.swift": "import Dependencies\nimport XCTest\n"],
      #".target(name: "Kit", dependencies: [#, .product(name: "DependenceXCTest", package: "dependence")], path: "Tests/Kit")"#
    ),
    (
      #".target(name: "App", dependencies: ["Dependencies",   "Clocks",   "Other"])"#,
      ["Sources/App/A.swift": "import Dependencies\n"],
      #".target(name: "App", dependencies: [#,   "Other"])"#
    ),
    (
      "\n\t\t.target(\n\t\t\tname: \"App\",\n\t\t\tdependencies: [\n\t\t\t\t\"Other\"\n\t\t\t]\n\t\t)",
      ["Sources/App/A.swift": "import Dependencies\n"],
      "\n\t\t.target(\n\t\t\tname: \"App\",\n\t\t\tdependencies: [\n\t\t\t\t\"Other\",\n\t\t\t\t#\n\t\t\t]\n\t\t)"
    ),
  ])
  func `a target keeps its other dependencies and links the products that it needs`(
    before: String,
    files: [String: String],
    after: String
  ) {
    let (text, rows) = targets(before, files.map { ($0.key, $0.value) })

    #expect(text == after.replacing("#", with: dependence))
    #expect(rows == [])
  }

  @Test(arguments: [
    (#"["Dependencies", "Clocks", "ConcurrencyExtras"]"#, "[#]"),
    (#"["Other", "Dependencies", "Clocks", "ConcurrencyExtras"]"#, #"["Other", #]"#),
    (#"["Dependencies", "Other", "Clocks", "ConcurrencyExtras"]"#, #"[#, "Other"]"#),
    (#"["Dependencies", "Clocks", "ConcurrencyExtras",]"#, "[#, ]"),
  ])
  func `several products at the end of a line are removed`(before: String, after: String) {
    let (text, rows) = targets(".target(name: \"App\", dependencies: \(before))", [reader])

    #expect(
      text == ".target(name: \"App\", dependencies: \(after.replacing("#", with: dependence)))"
    )
    #expect(rows == [])
  }

  @Test(arguments: ["Package.swift", "Package@swift-6.0.swift", "Sub/Package.swift"])
  func `version-specific manifests and manifests in subfolders are migrated`(path: String) {
    let before =
      #"let p = Package(name: "A", dependencies: [.package(path: "dependence")], targets: [.target(name: "App", dependencies: [])])"#
    let folder = path.hasPrefix("Sub/") ? "Sub/" : ""

    let migration = Migration(
      of: [(path, before), (folder + reader.path, reader.text)],
      from: .swiftDependencies
    )

    #expect(
      migration.files.first { $0.path == path }?.after
        == before.replacing("[]", with: "[\(dependence)]")
    )
  }

  @Test func `a file of a target is migrated even if it has the name of a manifest`() {
    let migration = Migration(
      of: [("Sources/App/Package.swift", reader.text), ("Sources/App/Other.swift", reader.text)],
      from: .swiftDependencies
    )

    let results = migration.files.map(\.after)

    #expect(results.count == 2 && results.first == results.last)
  }

  @Test func `a string that only equals the name of a product is left unchanged`() {
    let before =
      "let name = \"Clocks\"\n"
      + #"let p = Package(name: "A", targets: [.target(name: "App", exclude: ["Clocks"])])"#

    let migration = Migration(of: [("Package.swift", before)], from: .swiftDependencies)

    #expect(migration.files.isEmpty)
  }

  @Test(arguments: [true, false])
  func `swift-concurrency-extras stays fetched only if a file still uses it`(areUsed: Bool) {
    let extras = #".package(url: "https://x/swift-concurrency-extras", from: "1.0.0")"#
    let before =
      #"let p = Package(name: "A", dependencies: [\#(extras), .package(url: "https://x/swift-dependencies", from: "1.0.0")])"#
    let use = areUsed ? "import ConcurrencyExtras\nlet a = LockIsolated(1)\n" : ""

    let migration = Migration(
      of: [("Package.swift", before), ("A.swift", "import Dependencies\n" + use)],
      from: .swiftDependencies,
      package: ".package(path: \"here\")"
    )

    #expect(
      migration.files.first { $0.path == "Package.swift" }?.after
        == "let p = Package(name: \"A\", dependencies: ["
        + (areUsed ? extras + ", " : "") + ".package(path: \"here\")])"
    )
  }
}
