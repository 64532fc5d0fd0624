import DependenceMigration
import Testing

struct SwiftDependenciesKeyTests {
  @Test(arguments: [
    "calendar", "date", "locale", "notificationCenter", "preferredLocales", "timeZone",
    "urlSession", "uuid",
  ])
  func `a key of a Foundation type imports DependenceFoundation`(key: String) {
    let code = "let a = Dependency(\\.\(key))\n"

    let (text, rows) = migrated("import Dependencies\n\(code)")

    #expect(text == "import Dependence\nimport DependenceFoundation\n\(code)")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    (
      "enum K: DependencyKey {\n  public static var liveValue: any C { L() }\n  static var testValue: any C { M() }\n}",
      "enum K: DependencyKey {\n  public static var liveValue: any C { L() }\n"
        + "  public static var previewValue: any C { liveValue }\n  static var testValue: any C { M() }\n}"
    ),
    (
      "enum K: DependencyKey { static let liveValue = L(), a = 1; static let testValue = L() }",
      "enum K: DependencyKey { static let liveValue = L(), a = 1; static let previewValue = liveValue; static let testValue = L() }"
    ),
  ])
  func `a key with a test value keeps its live value in previews`(before: String, after: String) {
    let (text, rows) = migrated("import Dependencies\n\(before)\n")

    #expect(text == "import Dependence\n\(after)\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "extension K: TestDependencyKey { static let testValue = L() }",
    "enum K: DependencyKey { static let liveValue = L() }",
    "enum K: DependencyKey { static let liveValue = L(), previewValue = L(), testValue = L() }",
  ])
  func `a key whose preview value does not change is left unchanged`(code: String) {
    let live = (
      path: "Sources/Live/A.swift",
      text:
        "import App\nimport Dependencies\nextension K: DependencyKey { static let liveValue = L() }\n"
    )

    let (text, rows) = migrated("import Dependencies\n\(code)\n", beside: [live])

    #expect(text == "import Dependence\n\(code)\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("enum A { # }", "enum B { # }"), ("enum A { # }", "#"),
    ("private #", "fileprivate #"), ("#", "private #"),
    ("extension A { private # }", "private extension A { # }"),
    ("enum A { enum K {} }\nextension App.A.K: DependencyKey { * }", "enum B { # }"),
  ])
  func `a key is not confused with another key of the same name`(code: String, other: String) {
    let values = "static let liveValue = L(); static let testValue = M()"
    let key = "enum K: DependencyKey { \(values) }"
    let previewed = "enum K: DependencyKey { \(values); static let previewValue = P() }"
    let preview = "static let liveValue = L(); static let previewValue = liveValue;"

    let (text, rows) = migrated(
      "import Dependencies\n\(code.replacing("#", with: key).replacing("*", with: values))\n",
      beside: [
        (
          "Sources/App/Other.swift",
          "import Dependencies\n\(other.replacing("#", with: previewed))\n"
        )
      ]
    )

    #expect(text.contains(preview))
    #expect(rows.isEmpty)
  }

  @Test func `a key that is declared in several files is one key`() {
    let (text, _) = migrated(
      "import Dependencies\nextension A.K: DependencyKey { static let liveValue = L() }\n",
      beside: [
        (
          "Sources/App/Other.swift",
          "import Dependencies\nenum A { enum K { static let testValue = L(); static let previewValue = L() } }\n"
        )
      ]
    )

    #expect(!text.contains("previewValue"))
  }

  private static let scheduler =
    "declare your own key for the scheduler, or read '\\.continuousClock' and switch to the main actor"
  private static let library =
    "declare your own key, because the library that declares this one depends on swift-dependencies"

  @Test(arguments: [
    ("mainQueue", scheduler), ("mainRunLoop", scheduler),
    ("openURL", "declare a key whose live value opens a URL"), ("defaultAppStorage", library),
    ("defaultDatabase", library), ("defaultFileStorage", library),
    ("defaultInMemoryStorage", library), ("defaultSyncEngine", library),
  ])
  func `a missing key is reported unless the project declares it`(key: String, remedy: String) {
    let code = "import Dependencies\nlet a = Dependency(\\.\(key))\n"
    let own = (
      path: "Sources/App/Keys.swift", text: "extension DependencyValues { var \(key): Int { 1 } }\n"
    )

    let (_, rows) = migrated(code)
    let (text, none) = migrated(code, beside: [own])

    #expect(rows.map(\.why) == ["there is no dependency '\(key)'"])
    #expect(rows.map(\.remedy) == [remedy])
    #expect(text == "import Dependence\nlet a = Dependency(\\.\(key))\n")
    #expect(none.isEmpty)
  }

  @Test(arguments: ["$0", "$1", "dependencies", "values", "deps", "dependencyValues"])
  func `an assignment to a key is recognized for common names of the values`(name: String) {
    let code = "let a = { \(name).date = now }\n"

    #expect(
      migrated("import Dependencies\n\(code)").text
        == "import Dependence\nimport DependenceFoundation\n\(code)"
    )
  }

  @Test(arguments: [
    ("AnyHashableSendable", "an equivalent of the standard library"),
    ("UncheckedSendable", "an equivalent of the standard library"),
    ("megaYield", "in a test, '.deterministic(seed:)' of DependenceSimulation"),
    (
      "uncheckedUseMainSerialExecutor", "in a test, '.deterministic(seed:)' of DependenceSimulation"
    ),
    ("withMainSerialExecutor", "in a test, '.deterministic(seed:)' of DependenceSimulation"),
    ("LockIsolated", "'Mutex' of Synchronization"), ("ActorIsolated", "an actor"),
    ("AsyncStream<Int>.finished", "an equivalent of the standard library"),
    ("task.cancellableValue", "an equivalent of the standard library"),
    ("Client<AsyncStream<Int>> { .never }", "an equivalent of the standard library"),
  ])
  func `a name of swift-concurrency-extras is reported with its replacement`(
    name: String,
    other: String
  ) {
    let (_, rows) = migrated("import Dependencies\nlet a = \(name)(b)\n")

    let remedy = "depend on that package and 'import ConcurrencyExtras', or use \(other)"
    #expect(rows.map(\.remedy) == [remedy])
  }

  @Test(arguments: ["eraseToStream", "eraseToThrowingStream", "megaYield"])
  func `a member of swift-concurrency-extras keeps the import`(name: String) {
    let code = "let a = b.\(name)()\n"

    let (text, rows) = migrated("import ConcurrencyExtras\nimport Dependencies\n\(code)")

    #expect(text == "import ConcurrencyExtras\nimport Dependence\n\(code)")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "class LockIsolated {}\nlet a = LockIsolated()", "actor TestClock {}\nlet a = TestClock()",
    "enum ActorIsolated {}\nlet a = ActorIsolated.self",
  ])
  func `a project type with the name of a library type is left unchanged`(code: String) {
    let (text, rows) = migrated("import Dependencies\n\(code)\n")

    #expect(text == "import Dependence\n\(code)\n")
    #expect(rows.isEmpty)
  }

  @Test func `a call to a project actor named ActorIsolated stays awaited`() {
    let code = """
      actor ActorIsolated {}
      @Test func f() async { let a = ActorIsolated(); await a.g() }

      """

    let (text, rows) = migrated("import Dependencies\nimport Testing\n\(code)")

    #expect(text.hasSuffix(code))
    #expect(rows.isEmpty)
  }

  @Test func `a property of another type does not hide a name of the library`() {
    let (text, _) = migrated(
      "import Dependencies\nstruct S { var isTesting = 1 }\nlet a = isTesting\n"
    )

    #expect(text.hasSuffix("let a = (Dependency(\\.context).wrappedValue == .test)\n"))
  }

  @Test(arguments: ["App", "Scene", "View", "ViewModifier", "Widget"])
  func `a Dependency property of a SwiftUI type is left unchanged`(name: String) {
    let code = "struct A: \(name) { @Dependency(\\.a) var a }\n"

    #expect(migrated("import Dependencies\n\(code)").text == "import Dependence\n\(code)")
  }

  @Test(arguments: [
    (0, "keep using swift-dependencies in this file, and for the dependencies that are read there"),
    (
      2,
      "keep using swift-dependencies in the 3 files that import 'ComposableArchitecture', and for the dependencies that are read there"
    ),
  ])
  func `files that import ComposableArchitecture are kept and reported in one row`(
    others: Int,
    remedy: String
  ) {
    let code = "import ComposableArchitecture\nimport Dependencies\nlet a = isTesting\n"

    let (text, rows) = migrated(
      code,
      beside: (0..<others).map { ("Sources/App/Other\($0).swift", code) }
    )

    #expect(text.hasSuffix("\n\(code)"))
    #expect(rows.map(\.why) == ["the Composable Architecture depends on swift-dependencies"])
    #expect(rows.map(\.remedy) == [remedy])
  }

  @Test func `the test context is reported`() {
    let (_, rows) = migrated("import IssueReporting\nlet a = TestContext.current\n")

    #expect(rows.map(\.why) == ["'TestContext' has no equivalent"])
  }

  @Test func `clocks lose their generic argument`() {
    let (text, _) = migrated(
      "import Clocks\nlet a: AnyClock<Duration> = AnyClock<Duration>(b)\nlet c: UnimplementedClock<Duration>\n"
    )

    #expect(text == "import Dependence\nlet a: AnyClock = AnyClock(b)\nlet c: UnimplementedClock\n")
  }
}
