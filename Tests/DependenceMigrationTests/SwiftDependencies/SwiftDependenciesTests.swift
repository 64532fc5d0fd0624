import DependenceMigration
import Testing

struct SwiftDependenciesTests {
  @Test(arguments: rewritings)
  func `code with an equivalent is migrated and other code is kept`(rewriting: Rewriting) {
    let (text, rows) = migrated(rewriting.before, at: rewriting.path)

    #expect(text == rewriting.after)
    #expect(rows.isEmpty)
    #expect(migrated(text, at: rewriting.path).text == text)
  }

  @Test(arguments: undecided)
  func `code without an equivalent is reported with a comment`(code: String, why: String) throws {
    let before = "import Dependencies\n\n" + code + "\n"

    let (text, rows) = migrated(before)

    let row = try #require(rows.first)
    #expect(rows.map(\.why) == [why])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[row.line - 2].hasSuffix("// MIGRATE: \(why); \(row.remedy)"))
    #expect(
      migrated(text.replacing("import Dependence\n", with: "import Dependencies\n")).text == text
    )
  }

  @Test func `a client that another file declares is recognized`() {
    let (text, _) = migrated(
      "import Dependencies\nextension Client: TestDependencyKey { static let testValue = Self() }\n",
      beside: [
        (
          "Client.swift",
          "import DependenciesMacros\n@DependencyClient struct Client { var f: () -> Void }"
        )
      ]
    )

    #expect(text.contains("static let testValue = Self.unimplemented }"))
  }

  @Test func `a file that imports the library through a re-export is migrated`() {
    let export = (path: "Sources/App/Exports.swift", text: "@_exported import Dependencies\n")
    let test = migrated(
      "import App\nimport XCTest\nlet a = (TestClock(), UUID(0))\n",
      at: "Tests/AppTests/A.swift",
      beside: [export]
    )

    #expect(
      test.text
        == "import DependenceXCTest\nimport App\nimport XCTest\nlet a = (TestClock(), UUID(0))\n"
    )
    #expect(
      migrated(export.text).text
        == "@_exported import Dependence\n@_exported import DependenceFoundation\n"
    )
  }

  @Test func `a file that does not import the re-exporting module is left unchanged`() {
    let export = (path: "Sources/App/Exports.swift", text: "@_exported import Dependencies\n")
    let code = "import Other\nimport XCTest\nlet a = TestClock()\n"

    let (text, _) = migrated(code, at: "Tests/OtherTests/A.swift", beside: [export])

    #expect(text == code)
  }

  @Test func `a file that does not import the library is left unchanged`() {
    let code =
      "import Foundation\nlet box = LockIsolated(1)\nstruct A { @Dependency(\\.b) var b }\n"

    #expect(migrated(code).text == code)
  }

  @Test func `a file that does not parse is left unchanged and reported`() {
    let code = "import Dependencies\nstruct A {\n  let a = 1\n"
    let (text, rows) = migrated(code)

    #expect(text == code)
    #expect(rows.map(\.why) == ["the file cannot be parsed, and was not changed"])
    #expect(rows.map(\.line) == [3])
  }

  @Test(arguments: [
    ("#expect(model.count == 1)", true), ("Task { await model.stop() }", true),
    ("await task.value", false), ("#expect(await model.count == 1)", false),
  ])
  func `a clock's advance is reported unless the next statement waits`(next: String, isRow: Bool) {
    let move = "  await clock.advance(by: .seconds(1))\n"
    let (text, rows) = migrated(
      "import Dependencies\nimport Testing\n@Test func f() async {\n  let clock = TestClock()\n"
        + move + "  \(next)\n" + move + "}\n"
    )

    let why = "after 'advance' returns, the tasks that it woke may not have run yet"
    #expect(rows.map(\.why) == (isRow ? [why] : []))
    #expect(text.contains(move + "  \(next)\n" + move))
  }

  @Test(arguments: [
    ("@Test func f() async { if isOn { # }; #expect(model.count == 1) }", true),
    ("@Test func f() async { if isOn { # }; await model.stop() }", false),
    ("@Test func f() async { if isOn { # } }", false),
    ("@Test func f() async { for _ in 0..<2 { # }; #expect(model.count == 1) }", true),
    ("@Test func f() async { for _ in 0..<2 { # }; await model.stop() }", false),
    ("@Test func f() async { for _ in 0..<2 { check(); # } }", true),
    ("@Test func f() async { while model.isOn { # }; await model.stop() }", true),
    ("@Test func f() async { while await model.isOn { # }; check() }", false),
    ("@Test func f() async { repeat { # } while model.isOn }", true),
    ("@Test func f() async { await run { # }; #expect(model.count == 1) }", true),
    ("@Test func f() async { await run { # }; await model.stop() }", false),
    ("@Test func f() async { switch a { case 1: #\ndefault: break }; check() }", true),
    ("func tick() async { # }", true), ("let tick = { # }", true),
    ("class T: XCTestCase { func testF() async { # } }", false),
    ("struct S { init() async { # } }", true),
    ("struct S { var a: Int { get async { # } } }", true),
  ])
  func `a clock's advance at the end of a block is reported unless the code after it waits`(
    code: String,
    isRow: Bool
  ) {
    let code = code.replacing("#expect", with: "XCTAssert")
      .replacing("#", with: "await clock.advance(by: .seconds(1))")

    let (_, rows) = migrated(
      "import Dependencies\nimport XCTest\nlet clock = TestClock()\n\(code)\n"
    )

    let why = "after 'advance' returns, the tasks that it woke may not have run yet"
    #expect(rows.map(\.why) == (isRow ? [why] : []))
  }

  @Test func `names that the project declares are left unchanged`() {
    let code =
      "import Dependencies\nlet isTesting = true\nstruct LockIsolated {}\nlet a = (isTesting, LockIsolated())\n"

    #expect(migrated(code).text == code.replacing("Dependencies", with: "Dependence"))
  }

  @Test func `a comment in removed code is kept`() {
    let (text, _) = migrated(
      """
      import Clocks // sleeps
      import XCTest
      import Dependencies // reads

      final class A: XCTestCase {
        override func invokeTest() {
          withDependencies { // for all
            $0.a = 1
            // then run
          } operation: { super.invokeTest() }
        }
      }

      """
    )

    for comment in ["// sleeps", "// reads", "// for all", "// then run"] {
      #expect(text.contains(comment))
    }
    #expect(text.contains("    dependencies.a = 1\n"))
  }

  @Test func `the line endings of a file are kept`() {
    let (text, rows) = migrated("import Dependencies\r\n\r\nlet a = Dependency(\\.openURL)\r\n")

    #expect(rows.map(\.line) == [4])
    #expect(
      !text.utf8.contains { $0 == 10 }
        || text.utf8.filter { $0 == 10 }.count == text.utf8.filter { $0 == 13 }.count
    )
  }

  @Test func `swift-concurrency-extras is imported in each file and reported once`() {
    let code = "import Dependencies\nlet a = LockIsolated(0)\nlet b = A(c: unimplemented(\"c\"))\n"
    let shapes = "struct A { var c: () -> Void }\n"
    let (text, rows) = migrated(
      shapes + code,
      beside: [("Sources/App/Other.swift", "import Dependencies\nlet c = LockIsolated(1)\n")]
    )

    #expect(text.contains("import Dependence\nimport ConcurrencyExtras\n"))
    #expect(rows.count == 1)
    #expect(migrated(text).text == text)
  }

  static let undecided = [
    (
      "let a = Dependency(\\.mainQueue), b = Dependency(\\.mainQueue)\nlet c = Dependency(\\.mainQueue)",
      "there is no dependency 'mainQueue'"
    ),
    (
      "func f(_ m: M) { withDependencies(from: m) { g() } }",
      "'withDependencies(from:)' has no equivalent"
    ),
    (
      "let clock = ImmediateClock()",
      "'ImmediateClock' is only available in tests, and this file is not a test"
    ),
    (
      "let box = LockIsolated(0)",
      "'LockIsolated' belongs to swift-concurrency-extras, which swift-dependencies exported"
    ),
    (
      "let a = f(unimplemented(\"a\"))",
      "the command cannot determine which closure 'unimplemented' replaces"
    ),
    ("let a = withErrorReporting { try g() }", "'withErrorReporting' has no equivalent"),
    (
      "func f() -> Int? { withErrorReporting { try g() } }",
      "'withErrorReporting' has no equivalent"
    ),
    (
      "func f() { withErrorReporting { if try g() { return } }; h() }",
      "'withErrorReporting' has no equivalent"
    ),
    ("func f() { withIssueReporters([]) { g() } }", "'withIssueReporters' has no equivalent"),
    (
      "func f() { g(Dependency(\\.defaultDatabase)) }\nlet b = Dependency(\\.defaultDatabase)",
      "there is no dependency 'defaultDatabase'"
    ),
    ("struct C { @DependencyIgnored var a: Int }", "'@DependencyIgnored' has no equivalent"),
    (
      "extension A { func f() { withDependencies(from: self) { g() } } }",
      "'withDependencies(from:)' has no equivalent"
    ),
    (
      "let a = A(b: unimplemented(\"b\"), c: C())\nstruct A { var b: () -> Void }\nstruct B { var b: (Int) -> Void }",
      "several closures have the name 'b'"
    ),
    (
      "let a = A(b: unimplemented(\"b\"))\nstruct A { var b: () -> Void }\nstruct B { var b: () throws -> Void }",
      "several closures have the name 'b'"
    ),
    (
      "func f() async throws { try await Task.never() }",
      "'never' belongs to swift-concurrency-extras, which swift-dependencies exported"
    ),
    ("func f() { reportIssue(error, \"text\") }", "'reportIssue' accepts only one message"),
    (
      "struct C { @DependencyEndpoint(method: \"b\") var a: () throws -> Void }",
      "the method of an endpoint must have the same name as the endpoint"
    ),
  ]
}
