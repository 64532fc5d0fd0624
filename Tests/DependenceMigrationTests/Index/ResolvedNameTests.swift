import DependenceMigration
import Testing

/// Tests of names that can refer to a declaration of the project or to a declaration of the library
/// that is replaced.
struct ResolvedNameTests {
  @Test(arguments: [
    "func date() -> Int { 1 }", "struct A { var date = 1; func uuid() {} }",
    "enum B { case date }",
  ])
  func `an unrelated declaration with a key's name does not hide the key`(declaration: String) {
    let (text, rows) = migrated(
      "import Dependencies\n\(declaration)\nfunc f() { @Dependency(\\.date) var now }\n"
    )

    #expect(text.hasPrefix("import Dependence\nimport DependenceFoundation\n"))
    #expect(rows.isEmpty)
  }

  @Test func `a key that the project declares hides the library's key of the same name`() {
    let (text, rows) = migrated(
      "import Dependencies\nextension DependencyValues { var openURL: A { self[K.self] } }\n"
        + "let a = Dependency(\\.openURL)\n"
    )

    #expect(text.hasSuffix("let a = Dependency(\\.openURL)\n"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    (
      "@Dependencies.Dependency(\\.a) var a",
      "@Dependence.Dependency(\\.a, resolve: .inherited) var a"
    ),
    ("let a: Dependencies.DependencyValues", "let a: Dependence.DependencyValues"),
    ("let a: Dependencies.DateGenerator", "let a: DependenceFoundation.DateGenerator"),
    (
      "func f() { IssueReporting.reportIssue(\"a\") }", "func f() { Dependence.reportIssue(\"a\") }"
    ),
    (
      "func f() { IssueReporting.reportIssue(error) }",
      "func f() { Dependence.reportIssue(\"\\(error)\") }"
    ),
  ])
  func `a qualified name gets the name of the new module`(before: String, after: String) {
    let (text, rows) = migrated(
      "import Dependencies\nimport IssueReporting\nfinal class C {\n  \(before)\n}\n"
    )

    #expect(text.hasSuffix("final class C {\n  \(after)\n}\n"))
    #expect(rows.isEmpty)
  }

  /// `Dependencies` re-exports the other modules, and the file may itself see `Dependencies` only
  /// through a re-export.
  @Test(arguments: [
    ("@Dependencies.Dependency(\\.a) var a", "@Dependence.Dependency(\\.a) var a"),
    ("let a: Dependencies.DateGenerator", "let a: DependenceFoundation.DateGenerator"),
    ("let a: Clocks.AnyClock<Duration>", "let a: Dependence.AnyClock"),
    ("let a: Support.AnyClock<Int>", "let a: Support.AnyClock<Int>"),
    (
      "func f() { IssueReporting.reportIssue(error) }",
      "func f() { Dependence.reportIssue(\"\\(error)\") }"
    ),
  ])
  func `a qualified name in a file without an import of the module is migrated`(
    before: String,
    after: String
  ) {
    let export = (path: "Sources/Base/Exports.swift", text: "@_exported import Dependencies\n")
    let direct = migrated("import Dependencies\nenum C: View {\n  \(before)\n}\n")
    let indirect = migrated("import Base\nenum C: View {\n  \(before)\n}\n", beside: [export])

    #expect(direct.text.hasSuffix("enum C: View {\n  \(after)\n}\n"))
    #expect(direct.rows.isEmpty)
    #expect(indirect.text == "import Base\nenum C: View {\n  \(after)\n}\n")
    #expect(indirect.rows.isEmpty)
  }

  @Test(arguments: ["import FactoryKit\n", "import Base\n"])
  func `a qualifier that names a type and not a visible module is kept`(opening: String) {
    let export = (path: "Sources/Base/Exports.swift", text: "@_exported import FactoryKit\n")
    let text = migrated(
      opening + "let a = Factory.shelf\nlet b: FactoryKit.Container.Type\n",
      from: .factory,
      beside: [export]
    ).text

    #expect(text.contains("let a = Factory.shelf\n"))
    #expect(!text.contains("FactoryKit.Container"))
  }

  @Test func `a qualified unimplemented stays qualified beside a project function`() {
    let (text, rows) = migrated(
      "import IssueReporting\nfunc unimplemented(_ a: Int) {}\nstruct C { var f: () -> Void }\n"
        + "let a = C(f: IssueReporting.unimplemented(\"f\"))\nlet b = { unimplemented(1) }\n"
    )

    #expect(text.contains("let a = C(f: { Dependence.unimplemented(\"f\") })\n"))
    #expect(text.hasSuffix("let b = { unimplemented(1) }\n"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "func f(reportIssue: (any Error) -> Void) { reportIssue(error) }",
    "struct A { func reportIssue(_ e: any Error) {}; func f() { reportIssue(error) } }",
    "class B { func reportIssue(_ e: any Error) {} }\nclass A: B { func f() { reportIssue(error) } }",
    "func f() { let reportIssue = g(); reportIssue(error) }",
    "func f() { model.reportIssue(error) }",
  ])
  func `a call to the project's own function is left unchanged`(code: String) {
    let (text, rows) = migrated("import Dependencies\n\(code)\n")

    #expect(text == "import Dependence\n\(code)\n")
    #expect(rows.isEmpty)
  }

  @Test func `a library call is migrated although another type has a member of its name`() {
    let (text, _) = migrated(
      "import Dependencies\nstruct A { func reportIssue(_ e: any Error) {} }\n"
        + "struct B { func f() { reportIssue(error) } }\n"
    )

    #expect(text.hasSuffix("struct B { func f() { reportIssue(\"\\(error)\") } }\n"))
  }

  @Test func `a type alias of Dependency is migrated like Dependency`() {
    let (text, rows) = migrated(
      "import Dependencies\ntypealias Reads = Dependency\nfinal class A { @Reads(\\.a) var a }\n"
    )

    #expect(text.hasSuffix("final class A { @Reads(\\.a, resolve: .inherited) var a }\n"))
    #expect(rows.isEmpty)
  }

  @Test func `type aliases of Injected and Factory are reported and their uses are migrated`() {
    let (text, rows) = migrated(
      "import Factory\ntypealias Reads = Injected\nextension Container { var n: F<N> { self { N() }.cached } }\n"
        + "typealias F<T> = Factory<T>\nclass A { @Reads(\\.n) var n }\n",
      from: .factory
    )

    #expect(text.contains("@DependencyEntry var n: N = N()"))
    #expect(text.hasSuffix("class A { @Dependency(\\.n, resolve: .captured) var n }\n"))
    #expect(rows.map(\.why) == ["'Injected' has no equivalent", "'Factory' has no equivalent"])
  }

  @Test func `a type alias of Container is treated as a container`() {
    let (text, rows) = migrated(
      "import Factory\ntypealias Services = Container\nextension Services { var n: Factory<N> { self { N() }.cached } }\n"
        + "let n = Services.shared.n()\n",
      from: .factory
    )

    #expect(text.contains("extension DependencyValues { @DependencyEntry var n: N = N() }"))
    #expect(text.hasSuffix("let n = Dependency(\\.n).wrappedValue\n"))
    #expect(rows.map(\.why) == ["'Container' has no equivalent"])
  }

  @Test func `factories of the same name in two containers are both reported`() {
    let (_, rows) = migrated(
      """
      import Factory
      extension Container { var n: Factory<N> { self { N() }.cached } }
      final class Shelf: SharedContainer {
        static let shared = Shelf()
        var n: Factory<M> { self { M() }.cached }
      }

      """,
      from: .factory
    )

    #expect(
      rows.map(\.why) == [
        "'Shelf' also has a factory 'n', but properties of 'DependencyValues' must have different names",
        "'Container' also has a factory 'n', but properties of 'DependencyValues' must have different names",
      ]
    )
  }

  @Test func `branches of a compilation condition can declare the same factory`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container {\n#if DEBUG\n  var n: Factory<N> { self { N() }.cached }\n#else\n"
        + "  var n: Factory<N> { self { N() }.cached }\n#endif\n}\n",
      from: .factory
    )

    #expect(rows.isEmpty)
  }

  @Test func `a read of a factory that no file declares is reported`() {
    let (text, rows) = migrated(
      "import Factory\nstruct S { @Injected(\\.elsewhere) var a }\n",
      from: .factory
    )

    #expect(text.hasSuffix("struct S { @Dependency(\\.elsewhere, resolve: .captured) var a }\n"))
    #expect(rows.map(\.why) == ["the factory 'elsewhere' is not declared in the migrated files"])
  }
}
