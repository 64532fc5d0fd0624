import DependenceMigration
import Testing

/// Tests of products that a manifest names outside the dependency list of a target, and of other
/// arguments with the same text.
struct ManifestProductTests {
  private func manifest(
    _ parts: (before: String, targets: String, after: String),
    from origin: MigrationOrigin = .swiftDependencies,
    files: [(path: String, text: String)] = []
  ) -> (text: String, rows: [String]) {
    let text = """
      import PackageDescription
      \(parts.before)
      let package = Package(name: "A", dependencies: [.package(path: "../dependence")], targets: [\(parts.targets)])
      \(parts.after)
      """
    let migration = Migration(of: [("Package.swift", text)] + files, from: origin)
    let after = migration.files.first { $0.path == "Package.swift" }?.after ?? text
    return (after, migration.rows.map(\.why))
  }

  private static let dependence = #".product(name: "Dependence", package: "dependence")"#

  @Test func `a product is replaced if its package has the same name`() {
    let (text, rows) = manifest(
      (
        "",
        #".target(name: "App", dependencies: [.product(name: "Swinject", package: "Swinject")])"#,
        ""
      ),
      from: .swinject
    )

    #expect(
      text.contains(
        #"dependencies: [.product(name: "DependenceModules", package: "dependence")])"#
      )
    )
    #expect(rows.isEmpty)
  }

  @Test func `module aliases of a replaced product are reported and its condition is kept`() {
    let (text, rows) = manifest(
      (
        "",
        #".target(name: "App", dependencies: [.product(name: "Dependencies", package: "swift-dependencies", moduleAliases: ["Dependencies": "Old"], condition: .when(platforms: [.iOS]))])"#,
        ""
      )
    )

    #expect(
      text.contains(
        #".product(name: "Dependence", package: "dependence", condition: .when(platforms: [.iOS]))"#
      )
    )
    #expect(
      rows == [#"the aliases ["Dependencies": "Old"] rename modules of the replaced library"#]
    )
  }

  @Test(arguments: [
    (
      #"let shared: [Target.Dependency] = ["Dependencies", "Clocks", "Other"]"#,
      #"let shared: [Target.Dependency] = [#, "Other"]"#
    ),
    (
      #"let shared: [Target.Dependency] = [.product(name: "Dependencies", package: "swift-dependencies")]"#,
      "let shared: [Target.Dependency] = [#]"
    ),
    (
      #"func shared() -> [Target.Dependency] { ["Dependencies"] }"#,
      "func shared() -> [Target.Dependency] { [#] }"
    ),
    (
      #"extension Target.Dependency { static var reads: Self { .product(name: "Dependencies", package: "swift-dependencies") } }"#,
      "extension Target.Dependency { static var reads: Self { # } }"
    ),
    (
      #"func reads() -> Target.Dependency { return .product(name: "Dependencies", package: "swift-dependencies") }"#,
      "func reads() -> Target.Dependency { return # }"
    ),
    (
      #"let reads = Target.Dependency.product(name: "Dependencies", package: "swift-dependencies")"#,
      #"let reads = Target.Dependency.product(name: "Dependence", package: "dependence")"#
    ),
  ])
  func `products in a helper of the manifest are replaced in place`(before: String, after: String) {
    let (text, rows) = manifest((before, "", ""))

    #expect(text.contains("\n\(after.replacing("#", with: Self.dependence))\n"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: ["shared", "shared + [\"Other\"]", "shared + [\"Clocks\"]"])
  func `a target that uses a helper does not link a product twice`(list: String) {
    let (text, rows) = manifest(
      (
        #"let shared: [Target.Dependency] = ["Dependencies"]"#,
        ".target(name: \"App\", dependencies: \(list))", ""
      ),
      files: [("Sources/App/A.swift", "import Dependencies\n")]
    )

    let new = list.replacing("\"Clocks\"", with: Self.dependence)
    #expect(text.contains(".target(name: \"App\", dependencies: \(new))"))
    #expect(rows.isEmpty)
  }

  @Test func `a target that needs more products than its helper provides is reported`() {
    let (_, rows) = manifest(
      (
        #"let shared: [Target.Dependency] = ["Dependencies"]"#,
        ".target(name: \"App\", dependencies: shared)", ""
      ),
      files: [("Sources/App/A.swift", "import Dependencies\nlet a = UUID(0)\n")]
    )

    #expect(rows == ["the dependencies of 'App' are not a literal list"])
  }

  @Test func `a target with the name of a product is not treated as that product`() {
    let targets =
      #".target(name: "Clocks"), .target(name: "App", dependencies: ["Clocks", .byName(name: "Clocks")])"#

    let (text, rows) = manifest(("", targets, ""))

    #expect(text.contains("targets: [\(targets)]"))
    #expect(rows.isEmpty)
  }

  @Test func `products that merge into one lose their condition if one is unconditional`() {
    let (text, rows) = manifest(
      (
        "",
        #".target(name: "App", dependencies: [.product(name: "Dependencies", package: "swift-dependencies", condition: .when(platforms: [.iOS])), "Clocks"])"#,
        ""
      )
    )

    #expect(text.contains(".target(name: \"App\", dependencies: [\(Self.dependence)])"))
    #expect(rows.isEmpty)
  }

  @Test func `products with different conditions that merge into one are reported`() {
    let (_, rows) = manifest(
      (
        "",
        #".target(name: "App", dependencies: [.product(name: "Dependencies", package: "swift-dependencies", condition: .when(platforms: [.iOS])), .product(name: "Clocks", package: "swift-clocks", condition: .when(platforms: [.linux]))])"#,
        ""
      )
    )

    #expect(
      rows == ["the replaced products had different conditions"]
    )
  }

  @Test func `targets that a function declares are reported for each folder`() {
    let (text, rows) = manifest(
      (
        #"func feature(_ name: String) -> Target { .target(name: name, dependencies: ["Dependencies"]) }"#,
        "feature(\"App\")", ""
      ),
      files: [("Sources/App/A.swift", "import Dependencies\n")]
    )

    #expect(text.contains(".target(name: name, dependencies: [\(Self.dependence)])"))
    #expect(rows == ["no target with a literal name contains the files in 'Sources/App'"])
  }

  @Test func `a library that is not fetched from a literal address is reported`() {
    let manifest =
      #"let p = Package(name: "A", dependencies: [fetch("swift-dependencies")], targets: [.target(name: "App", dependencies: ["Dependencies"])])"#

    let migration = Migration(of: [("Package.swift", manifest)], from: .swiftDependencies)

    #expect(
      migration.rows.map(\.why) == [
        "this manifest has no literal URL of the replaced library"
      ]
    )
  }
}
