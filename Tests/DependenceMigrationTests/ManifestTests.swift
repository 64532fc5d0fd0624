import DependenceMigration
import Testing

struct ManifestTests {
  private let sources = [
    (
      path: "Sources/App/A.swift", text: "import Dependencies\nimport Foundation\nlet a = UUID(0)\n"
    ),
    (path: "Tests/AppTests/B.swift", text: "import Testing\n@testable import App\n"),
  ]

  @Test func `products that are named by a string or byName are replaced`() {
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

  @Test func `a test target whose files were not read links the test harness`() {
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

  @Test func `a target whose files were not read keeps its products under their new names`() {
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

  @Test func `a product that is linked by a static member is not linked twice`() {
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

  @Test func `replaced products keep their platform condition`() {
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
  func `a package dependency is replaced in every supported form`(line: String) {
    let text = manifest(".target(name: \"App\", dependencies: [\"Dependencies\"])", fetching: line)

    #expect(text.contains("dependencies: [.package(path: \"here\"), .package(path: \"../Other\")]"))
  }

  @Test func `the dependence package is not added if the manifest already fetches it`() {
    let line =
      #".package(url: "https://x/dependence", from: "1.0.0"), .package(url: "x/swift-clocks", from: "1.0.0")"#
    let text = manifest(".target(name: \"App\", dependencies: [\"Clocks\"])", fetching: line)

    #expect(
      text.contains(
        "[.package(url: \"https://x/dependence\", from: \"1.0.0\"), .package(path: \"../Other\")]"
      )
    )
  }

  @Test func `unsupported platforms and a missing package address are reported`() {
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
        "dependence requires version 26 of Apple's operating systems",
        "the URL of the package 'dependence' is not known",
      ]
    )
    #expect(migration.rows.map(\.line) == [3, 5])
  }

  private func manifest(
    _ targets: String,
    fetching line: String =
      #".package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.0.0")"#,
    of files: [(path: String, text: String)]? = nil,
    reporting rows: [String] = []
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
    #expect(migration.rows.map(\.why) == rows)
    return migration.files.first { $0.path == "Package.swift" }?.after ?? ""
  }

  @Test func `a manifest that no longer fetches ConcurrencyExtras is reported`() {
    let migration = Migration(
      of: [
        (
          "Package.swift",
          """
          import PackageDescription
          let package = Package(name: "A", dependencies: [
            .package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.0.0"),
          ], targets: [.target(name: "A", dependencies: ["Dependencies"])])
          """
        ), ("Sources/A/A.swift", "import ConcurrencyExtras\nlet a = UncheckedSendable(b)\n"),
      ],
      from: .swiftDependencies,
      package: ".package(path: \"here\")"
    )

    #expect(
      migration.rows.map(\.why) == [
        "files import 'ConcurrencyExtras', but this manifest no longer fetches its package"
      ]
    )
    let manifest = migration.files.first { $0.path == "Package.swift" }?.after
    #expect(manifest?.contains("[.product(name: \"Dependence\", package: \"dependence\")]") == true)
  }

  @Test(arguments: [
    #"["Dependencies"]"#, #"["Dependencies", .product(name: "Clocks", package: "swift-clocks")]"#,
    #"[.product(name: "Clocks", package: "swift-clocks")]"#,
  ])
  func `a target whose files need ConcurrencyExtras links it if another target already does`(
    list: String
  ) {
    let text = manifest(
      """
      .target(name: "App", dependencies: \(list)),
          .target(name: "Other", dependencies: ["ConcurrencyExtras"]),
          .target(name: "Plain", dependencies: ["Dependencies"]),
      """,
      fetching: Self.extras,
      of: [
        ("Sources/App/A.swift", "import Dependencies\nlet a = UncheckedSendable(1)\n"),
        ("Sources/Other/B.swift", "import ConcurrencyExtras\nlet b = UncheckedSendable(1)\n"),
        ("Sources/Plain/C.swift", "import Dependencies\n"),
      ],
      reporting: [
        "'UncheckedSendable' belongs to swift-concurrency-extras, which swift-dependencies exported"
      ]
    )

    #expect(
      text.contains(
        """
        .target(name: "App", dependencies: [.product(name: "Dependence", package: "dependence"), \
        .product(name: "ConcurrencyExtras", package: "swift-concurrency-extras")]),
            .target(name: "Other", dependencies: ["ConcurrencyExtras"]),
            .target(name: "Plain", dependencies: [.product(name: "Dependence", package: "dependence")]),
        """
      ),
      "\(text)"
    )
  }

  @Test func `ConcurrencyExtras stays in a helper list if files need it`() {
    let text = manifest(
      """
      .target(name: "App", dependencies: common),
        ]
      )
      let common: [Target.Dependency] = ["Dependencies", "ConcurrencyExtras"]
      let others = (
        [
      """,
      fetching: Self.extras,
      of: [
        (
          "Sources/App/A.swift",
          "import ConcurrencyExtras\nimport Dependencies\nlet a = UncheckedSendable(1)\n"
        )
      ]
    )

    #expect(text.contains(".target(name: \"App\", dependencies: common),"))
    #expect(
      text.contains(
        "= [.product(name: \"Dependence\", package: \"dependence\"), \"ConcurrencyExtras\"]"
      ),
      "\(text)"
    )
  }

  private static let extras = """
    .package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.0.0"), \
    .package(url: "https://github.com/pointfreeco/swift-concurrency-extras", from: "1.0.0")
    """
}
