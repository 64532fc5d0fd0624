import DependenceMigration
import Testing

/// Tests of declarations and reads in a syntax that swift-dependencies supports since version 1.13.
struct SwiftDependenciesEntryTests {
  @Test(arguments: [
    (
      "@DependencyEntry(liveValue: Live()) var client: any Client = Mock()",
      "@DependencyEntry(preview: Live(), test: Mock()) var client: any Client = Live()"
    ),
    (
      "@DependencyEntry(liveValue: Live(), previewValue: .preview)\n  var client: any Client = .mock",
      "@DependencyEntry(preview: .preview as any Client, test: .mock as any Client)\n  var client: any Client = Live()"
    ),
    (
      "@DependencyEntry(liveValue: Live()) var client: any Client",
      "@DependencyEntry var client: any Client = Live()"
    ),
    (
      "@DependencyEntry(liveValue: Live(reportIssue(error))) var client = Mock()",
      "@DependencyEntry(preview: Live(reportIssue(\"\\(error)\")), test: Mock()) var client = Live(reportIssue(\"\\(error)\"))"
    ),
  ])
  func `the live value of an entry becomes its initial value`(
    before: String,
    after: String
  ) {
    let (text, rows) = migrated(
      "import DependenciesMacros\nextension DependencyValues {\n  \(before)\n}\n"
    )

    #expect(text == "import DependenceMacros\nextension DependencyValues {\n  \(after)\n}\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    (
      "/// A client.\n  @DependencyEntry var client: any Client = Mock()",
      """
      /// A client.
        var client: any Client {
          get { self[test: __Key_client.self] }
          set { self[test: __Key_client.self] = newValue }
        }
        private nonisolated enum __Key_client: TestDependencyKey {
          static var testValue: any Client { Mock() }
        }
      """
    ),
    (
      "@DependencyEntry public var client = Mock()",
      """
      public var client: Mock {
          get { self[test: ClientKey.self] }
          set { self[test: ClientKey.self] = newValue }
        }
        public nonisolated enum ClientKey: TestDependencyKey {
          public static var testValue: Mock { Mock() }
        }
      """
    ),
    (
      "@DependencyEntry(\"LoaderKey\", liveValue: Live()) public var client: [any Client]? = nil",
      """
      public var client: [any Client]? {
          get { self[LoaderKey.self] }
          set { self[LoaderKey.self] = newValue }
        }
        public nonisolated enum LoaderKey: DependencyKey {
          public static var liveValue: [any Client]? { Live() }
          public static var previewValue: [any Client]? { liveValue }
          public static var testValue: [any Client]? { nil }
        }
      """
    ),
    (
      "@DependencyEntry(liveValue: Live()) package var client: any Client",
      """
      package var client: any Client {
          get { self[ClientKey.self] }
          set { self[ClientKey.self] = newValue }
        }
        package nonisolated enum ClientKey: DependencyKey {
          package static var liveValue: any Client { Live() }
        }
      """
    ),
  ])
  func `an entry without a live value or with a visible key gets an explicit key`(
    before: String,
    after: String
  ) {
    let (text, rows) = migrated(
      "import DependenciesMacros\nextension DependencyValues {\n  \(before)\n}\n"
    )

    #expect(text == "import DependenceMacros\nextension DependencyValues {\n  \(after)\n}\n")
    #expect(rows.isEmpty)
  }

  @Test func `an entry without an explicit type is kept and reported`() {
    let code = "extension DependencyValues { @DependencyEntry var client = make() }\n"

    let (text, rows) = migrated("import DependenciesMacros\n\(code)")

    #expect(text.hasSuffix("\n\(code)"))
    #expect(
      rows.map(\.why) == [
        "the initial value of '@DependencyEntry' is the test value in swift-dependencies, but the live value in dependence"
      ]
    )
  }

  @Test func `a key that is read as another type is read through its property`() {
    let property = "extension DependencyValues { var client: C { self[ClientKey.self] } }\n"

    let (text, rows) = migrated(
      "import Dependencies\nimport Testing\n\(property)@Suite struct A { @Dependency(ClientKey.self, as: Mock.self) var client }\n"
    )

    #expect(
      text.hasSuffix("@Suite struct A { @Dependency(\\.client, as: Mock.self) var client }\n")
    )
    #expect(rows.isEmpty)
  }

  @Test func `a key that is read as another type is reported if it has no property`() {
    let (_, rows) = migrated(
      "import Dependencies\nstruct A { @Dependency(ClientKey.self, as: Mock.self) var client }\n"
    )

    #expect(
      rows.map(\.why) == [
        "'as:' requires a property of 'DependencyValues', and 'ClientKey' has none"
      ]
    )
  }

  @Test func `an assignment of test values becomes a context override and is reported`() {
    let (text, rows) = migrated(
      "import Dependencies\nfunc f() { withDependencies { $0 = .test } operation: { g() } }\n"
    )

    #expect(text.contains("withDependencies { $0.context = .test } operation: { g() }"))
    #expect(rows.map(\.why) == ["'$0 = .test' also removed the overrides of outer scopes"])
  }

  @Test(arguments: ["shouldReportUnimplemented", "Self.shouldReportUnimplemented"])
  func `a use of shouldReportUnimplemented is kept and reported`(
    check: String
  ) {
    let code =
      "enum K: DependencyKey { static var testValue: Int { if \(check) { reportIssue(\"a\") }; return 1 } }\n"

    let (text, rows) = migrated("import Dependencies\n\(code)")

    #expect(text.hasSuffix("\n\(code)"))
    #expect(rows.map(\.why) == ["'shouldReportUnimplemented' has no equivalent"])
  }

  @Test func `a use of DependencyEndpointIgnored is reported`() {
    let (_, rows) = migrated(
      "import Dependencies\n@DependencyClient struct C { @DependencyEndpointIgnored var a: () -> Void }\n"
    )

    #expect(rows.map(\.why) == ["'@DependencyEndpointIgnored' has no equivalent"])
  }
}
