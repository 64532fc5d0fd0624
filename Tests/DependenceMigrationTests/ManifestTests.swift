import DependenceMigration
import Testing

struct ManifestTests {
  private let sources = [
    (
      path: "Sources/App/A.swift", text: "import Dependencies\nimport Foundation\nlet a = UUID(0)\n"
    ),
    (path: "Tests/AppTests/B.swift", text: "import Testing\n@testable import App\n"),
  ]

  @Test func `a product is spelled in many ways`() {
    let text = manifest(
      """
      .target(name: "App", dependencies: ["Dependencies", .byName(name: "Clocks"), "Other"]),
          .testTarget(name: "AppTests", dependencies: ["App"]),
      """
    )

    #expect(
      text.contains(
        """
        .target(name: "App", dependencies: [.product(name: "Dependence", package: "dependence"), \
        .product(name: "DependenceFoundation", package: "dependence"), "Other"]),
        """
      )
    )
    #expect(
      text.contains(
        """
        .testTarget(name: "AppTests", dependencies: ["App", .product(name: "DependenceTesting", \
        package: "dependence")]),
        """
      )
    )
  }

  @Test func `a test target whose files nobody sees links the harness`() {
    let text = manifest(
      """
      .target(name: "App", dependencies: ["Dependencies"]),
          .testTarget(name: "MoreTests", dependencies: ["App"]),
      """
    )

    #expect(
      text.contains(
        """
        .testTarget(name: "MoreTests", dependencies: ["App", .product(name: "DependenceTesting", \
        package: "dependence")]),
        """
      )
    )
  }

  @Test func `a target whose files nobody sees keeps what it had, under its new names`() {
    let text = manifest(
      """
      .target(name: "Hidden", dependencies: ["Dependencies", "Clocks"]),
      """,
      of: []
    )

    #expect(
      text.contains(
        """
        .target(name: "Hidden", dependencies: [.product(name: "Dependence", package: "dependence")]),
        """
      ),
      "\(text)"
    )
  }

  @Test func `a product that a static member names is linked once`() {
    let text = manifest(
      """
      .target(name: "App", dependencies: [.reads]),
        ]
      )
      extension Target.Dependency {
        static let reads: Self = .product(name: "Dependencies", package: "swift-dependencies")
      }
      let others = (
        [
      """
    )

    #expect(text.contains("static let reads: Self = .product(name: \"Dependence\", package:"))
    #expect(
      text.contains(
        """
        .target(name: "App", dependencies: [.reads, .product(name: "DependenceFoundation", \
        package: "dependence")]),
        """
      )
    )
  }

  @Test func `a condition stays`() {
    let text = manifest(
      """
      .target(name: "App", dependencies: [
            .product(name: "Dependencies", package: "swift-dependencies", condition: .when(platforms: [.iOS])),
          ]),
      """
    )

    for product in ["Dependence", "DependenceFoundation"] {
      #expect(
        text.contains(
          """
                .product(name: "\(product)", package: "dependence", condition: .when(platforms: [.iOS])),
          """
        )
      )
    }
  }

  @Test(arguments: [
    #".package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.0.0")"#,
    #".package(url: "git@github.com:pointfreeco/swift-dependencies.git", branch: "main")"#,
    #".package(name: "swift-dependencies", path: "../Vendor/Dependencies")"#,
    #".package(id: "pointfreeco.swift-dependencies", exact: "1.2.3")"#,
  ])
  func `a package is fetched in many ways`(line: String) {
    let text = manifest(".target(name: \"App\", dependencies: [\"Dependencies\"])", fetching: line)

    #expect(text.contains("dependencies: [.package(path: \"here\"), .package(path: \"../Other\")]"))
  }

  @Test func `a package that is fetched already is fetched once`() {
    let line =
      #".package(url: "https://x/dependence", from: "1.0.0"), .package(url: "x/swift-clocks", from: "1.0.0")"#
    let text = manifest(".target(name: \"App\", dependencies: [\"Clocks\"])", fetching: line)

    #expect(
      text.contains(
        "[.package(url: \"https://x/dependence\", from: \"1.0.0\"), .package(path: \"../Other\")]"
      )
    )
  }

  @Test func `platforms and an address that nobody gave are rows`() {
    let migration = Migration(
      of: [
        (
          "Package.swift",
          """
          import PackageDescription
          let package = Package(name: "A", platforms: [.iOS(.v17)], dependencies: [
            .package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.0.0"),
          ])
          """
        )
      ],
      from: .swiftDependencies
    )

    #expect(
      migration.rows.map(\.why) == [
        "dependence needs version 26 of Apple's systems",
        "the address of 'dependence' was not given",
      ]
    )
    #expect(migration.rows.map(\.line) == [3, 5])
  }

  private func manifest(
    _ targets: String,
    fetching line: String =
      #".package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.0.0")"#,
    of files: [(path: String, text: String)]? = nil
  ) -> String {
    let before = """
      import PackageDescription
      let package = Package(
        name: "App",
        dependencies: [\(line), .package(path: "../Other")],
        targets: [
          \(targets)
        ]
      )
      """
    let migration = Migration(
      of: [("Package.swift", before)] + (files ?? sources),
      from: .swiftDependencies,
      package: ".package(path: \"here\")"
    )
    #expect(migration.rows.isEmpty)
    return migration.files.first { $0.path == "Package.swift" }?.after ?? ""
  }
}
