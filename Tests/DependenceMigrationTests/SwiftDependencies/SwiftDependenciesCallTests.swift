import DependenceMigration
import Testing

struct SwiftDependenciesCallTests {
  private static let test = "Tests/AppTests/File.swift"

  @Test(arguments: [
    ("reportIssue()", "reportIssue(\"An issue was reported.\")"),
    ("reportIssue(fileID: f)", "reportIssue(\"An issue was reported.\", fileID: f)"),
    ("reportIssue(\"a\", fileID: f)", "reportIssue(\"a\", fileID: f)"),
    ("reportIssue(error, fileID: f)", "reportIssue(\"\\(error)\", fileID: f)"),
    ("reportIssue { f() }", "reportIssue { f() }"),
    ("let a = DependencyValues._current", "let a = DependencyValues.current"),
    (
      "if IssueReporting.isTesting {}",
      "if (Dependency(\\.context).wrappedValue == .test) {}"
    ),
    ("let a = unimplemented(\"a\", placeholder: 1) + 2", nil),
    ("let a = Just(1).never, b = Task.sleep(1)", nil),
    ("func unimplemented(_ a: String) {}\nlet a = A(b: unimplemented(\"a\"))", nil),
    ("let a = A(b: other.unimplemented(\"a\"))", nil),
    ("enum Dependencies {}\nlet a = A(b: Dependencies.unimplemented(\"a\"))", nil),
    (
      "let a = A(b: Dependencies.unimplemented(\"a\"))", "let a = A(b: { unimplemented(\"a\") })"
    ),
  ])
  func `library calls are migrated and other calls are kept`(before: String, after: String?) {
    let shapes = "struct A { var b: () -> Void }\n"

    let (text, rows) = migrated("import Dependencies\n\(shapes)\(before)\n")

    #expect(text == "import Dependence\n\(shapes)\(after ?? before)\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("do {} catch let e { reportIssue(e) }", "do {} catch let e { reportIssue(\"\\(e)\") }"),
    ("reportIssue(Fail())", "reportIssue(\"\\(Fail())\")"),
    ("reportIssue(Fail.a, fileID: f)", "reportIssue(\"\\(Fail.a)\", fileID: f)"),
    ("reportIssue(a ?? b)", "reportIssue(\"\\(a ?? b)\")"),
    ("reportIssue(\"a \\(b)\")", nil), ("reportIssue(\"a\" + b)", nil),
    ("reportIssue(error.localizedDescription)", nil), ("reportIssue(String(describing: a))", nil),
    ("func f(_ a: String) { reportIssue(a) }", nil),
    ("func f() { let a = \"a\"; reportIssue(a) }", nil),
    (
      "func f(_ a: String) { do {} catch let a { reportIssue(a) } }",
      "func f(_ a: String) { do {} catch let a { reportIssue(\"\\(a)\") } }"
    ),
    (
      "func f(_ a: String) { g { a in reportIssue(a) } }",
      "func f(_ a: String) { g { a in reportIssue(\"\\(a)\") } }"
    ),
  ])
  func `an argument of reportIssue that is not evidently a string becomes one`(
    before: String,
    after: String?
  ) {
    let (text, rows) = migrated("import IssueReporting\n\(before)\n")

    #expect(text == "import Dependence\n\(after ?? before)\n")
    #expect(rows.isEmpty)
  }

  @Test func `an argument of reportIssue that spans several lines is kept and reported`() {
    let code = "reportIssue(\n  make(\n    a\n  )\n)\n"

    let (text, rows) = migrated("import IssueReporting\n\(code)")

    #expect(text.hasSuffix("\n\(code)"))
    #expect(
      rows.map(\.why) == ["'reportIssue' accepts only a string, and this argument may be an error"]
    )
  }

  @Test func `the argument of a migrated XCTFail is kept`() {
    let (text, rows) = migrated("import XCTestDynamicOverlay\nfunc f() { XCTFail(a) }\n")

    #expect(text == "import Dependence\nfunc f() { reportIssue(a) }\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("unimplemented()", "{ unimplemented(\"b\") }"),
    ("unimplemented(placeholder: Void())", "{ unimplemented(\"b\") }"),
    ("unimplemented(fileID: f, placeholder: ())", "{ unimplemented(\"b\", fileID: f) }"),
  ])
  func `an unnamed unimplemented call gets the property name`(before: String, after: String) {
    let (text, rows) = migrated(
      "import Dependencies\nstruct A { var b: () -> Void }\nlet a = A(b: \(before))\n"
    )

    #expect(text.hasSuffix("\nlet a = A(b: \(after))\n"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    (
      "struct A { var b: () -> Int = unimplemented(fileID: f, placeholder: 3) }",
      "struct A { var b: () -> Int = { unimplemented(\"b\", fileID: f, placeholder: 3) } }"
    ),
    (
      "struct A { var b: () -> Int = unimplemented(placeholder: 3) }",
      "struct A { var b: () -> Int = { unimplemented(\"b\", placeholder: 3) } }"
    ),
    (
      "struct A { var b: () -> Int = unimplemented(\"b\") }",
      "struct A { var b: () -> Int = { trapUnimplemented(\"b\") } }"
    ),
    (
      "struct A { var b: () -> Swift.Void = unimplemented(\"b\") }",
      "struct A { var b: () -> Swift.Void = { unimplemented(\"b\") } }"
    ),
    (
      "struct A { var b: (Int) -> Void }\nlet a = f(\\.b, unimplemented(\"b\"))",
      "struct A { var b: (Int) -> Void }\nlet a = f(\\.b, { _ in unimplemented(\"b\") })"
    ),
    (
      "struct A { var b: () -> Void; static let unimplemented = A(b: unimplemented(\"b\")) }",
      "struct A { var b: () -> Void; static let unimplemented = A(b: { Dependence.unimplemented(\"b\") }) }"
    ),
  ])
  func `an unimplemented value becomes a matching closure`(before: String, after: String) {
    let (text, rows) = migrated("import Dependencies\n\(before)\n")

    #expect(text == "import Dependence\n\(after)\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "let a: C = f(.init())", "let b = C {}", "let c = C(a: {})", "let d: C = .init(a: {})",
    "let e: C = .make()",
  ])
  func `a client that is created with arguments is left unchanged`(code: String) {
    let client = "@DependencyClient struct C { var a: () -> Void }\n"

    let (text, rows) = migrated("import Dependencies\n\(client)\(code)\n")

    #expect(text == "import Dependence\n\(client)\(code)\n")
    #expect(rows.isEmpty)
  }

  @Test func `a client that declares its own unimplemented member is kept and reported`() {
    let code = "@DependencyClient struct C { static let unimplemented = C() }\n"

    let (text, rows) = migrated("import Dependencies\n\(code)")

    #expect(text.hasSuffix("\n\(code)"))
    #expect(
      rows.map(\.why) == [
        "'C' declares 'unimplemented', which '@DependencyClient' also generates"
      ]
    )
  }

  @Test func `withErrorReporting becomes a do-catch in a function that returns a value later`() {
    let (text, rows) = migrated(
      "import Dependencies\nfunc f() -> Int {\n  withErrorReporting { try g() }\n  return 1\n}\n"
    )

    #expect(
      text == "import Dependence\nfunc f() -> Int {\n"
        + "  do { try g() } catch { reportIssue(\"\\(error)\") }\n  return 1\n}\n"
    )
    #expect(rows.isEmpty)
  }

  /// Each argument contains a call, and whether it is reported.
  @Test(arguments: [
    ("reportIssue(error)", true), ("reportIssue(404)", false), ("reportIssue(\"a\")", false),
    ("logger.reportIssue(error)", false),
    ("func reportIssue(_ error: any Error) {}; reportIssue(error)", false),
  ])
  func `a call of reportIssue is reported if the project has an overload`(
    call: String,
    isReported: Bool
  ) {
    let (text, rows) = migrated(
      "import Dependencies\nfunc reportIssue(_ code: Int) {}\nfunc g() { \(call) }\n"
    )

    #expect(text.hasSuffix("\nfunc g() { \(call) }\n"))
    #expect(
      rows.map(\.why)
        == (isReported
          ? ["this 'reportIssue' may be a function of the project, so the call was not changed"]
          : [])
    )
  }

  @Test(arguments: [
    ("withValue", "DependencyValues.withValue(\\.count, 3) { f() }"),
    ("withTestValues", "DependencyValues.withTestValues { $0.count = 3 } assert: { f() }"),
  ])
  func `a deprecated function that overrides values is kept and reported`(
    name: String,
    code: String
  ) {
    let (text, rows) = migrated("import Dependencies\nfunc g() { \(code) }\n")

    #expect(text.hasSuffix("\nfunc g() { \(code) }\n"))
    #expect(rows.map(\.why) == ["'DependencyValues.\(name)' has no equivalent"])
  }

  @Test(arguments: [
    "var a: Int? { withErrorReporting { try g() } }",
    "var a: Int? { get { withErrorReporting { try g() } } }",
  ])
  func `withErrorReporting as the value of a property is kept and reported`(code: String) {
    let (text, rows) = migrated("import Dependencies\n\(code)\n")

    #expect(text.hasSuffix("\n\(code)\n"))
    #expect(rows.map(\.why) == ["'withErrorReporting' has no equivalent"])
  }

  @Test(arguments: [
    ("(isIntermittent: false) { f() }", " { f() }", false),
    ("(isIntermittent: true) { f() }", "(count: .atLeast(0)) { f() }", false),
    ("(isIntermittent: flag) { f() }", "(isIntermittent: flag) { f() }", true),
    ("(\"a\", matching: m) { f() }", "(\"a\", matching: m) { f() }", true),
    ("(body)", "(body)", true),
  ])
  func `withExpectedIssue keeps its closure`(before: String, after: String, isRow: Bool) {
    let (text, rows) = migrated(
      "import Dependencies\nimport Testing\nfunc g() { withExpectedIssue\(before) }\n",
      at: Self.test
    )

    #expect(text.hasSuffix("\nfunc g() { withExpectedIssues\(after) }\n"))
    #expect(
      rows.map(\.why)
        == (isRow ? ["the arguments of 'withExpectedIssue' have no equivalent"] : [])
    )
  }

  @Test(arguments: [
    ("(\"a\") { f() }", " { f() }"),
    ("(\"a\", isIntermittent: true) { f() }", "(count: .atLeast(0)) { f() }"),
  ])
  func `the text of withExpectedIssue is kept in a comment`(before: String, after: String) {
    let (text, rows) = migrated(
      "import Dependencies\nimport Testing\nfunc g() { withExpectedIssue\(before) }\n",
      at: Self.test
    )

    #expect(text.hasSuffix("\n// REMOVED: \"a\"\nfunc g() { withExpectedIssues\(after) }\n"))
    #expect(rows.map(\.why) == ["'withExpectedIssues' accepts no text"])
  }

  @Test(arguments: [
    ("let a: ImmediateClock<Duration> = x", "let a: ImmediateClock = x"),
    ("let a = UnimplementedClock<Duration>()", "let a = UnimplementedClock()"),
    ("$0.suspendingClock = .immediate", "$0.suspendingClock = ImmediateClock()"),
    ("f(.immediate)", "f(.immediate)"), ("$0.a = .immediate", "$0.a = .immediate"),
    ("c.advance(by: .zero)", "c.advance(by: .zero)"),
  ])
  func `a test's clock is migrated to one of the harness`(before: String, after: String) {
    let (text, rows) = migrated(
      "import Dependencies\nlet c = TestClock()\n\(before)\n",
      at: Self.test
    )

    #expect(
      text == "import Dependence\nimport DependenceTesting\nlet c = TestClock()\n\(after)\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `an immediate clock in an override imports the test harness`() {
    let (text, _) = migrated(
      "import Dependencies\nlet a = { $0.continuousClock = .immediate }\n",
      at: Self.test
    )

    #expect(
      text == "import Dependence\nimport DependenceTesting\n"
        + "let a = { $0.continuousClock = ImmediateClock() }\n"
    )
  }

  @Test(arguments: [
    ("let c = TestClock()\nfunc f() { c.advance(by: .zero); g() }", "TestClock"),
    ("func f() { $0.continuousClock = .immediate }", "ImmediateClock"),
  ])
  func `a test clock in a file that is not a test is reported once`(code: String, name: String) {
    let (text, rows) = migrated("import Dependencies\n\(code)\n")

    #expect(!text.contains("DependenceTesting"))
    #expect(
      rows.map(\.why) == ["'\(name)' is only available in tests, and this file is not a test"]
    )
  }
}
