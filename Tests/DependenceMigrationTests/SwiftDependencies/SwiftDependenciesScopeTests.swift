import DependenceMigration
import Testing

struct SwiftDependenciesScopeTests {
  private static let test = "Tests/AppTests/File.swift"

  @Test func `a one-line class captures its scope on the same line`() {
    let (text, rows) = migrated(
      "import Dependencies\nfinal class A { func f() { withDependencies(from: self) { g() } } }\n"
    )

    #expect(
      text == "import Dependence\nfinal class A { private let dependencyScope = "
        + "captureDependencies(); func f() { self.dependencyScope.run { g() } } }\n"
    )
    #expect(rows.isEmpty)
  }

  @Test(arguments: ["self, operation: g, file: x", "self", "self, do: g", "m, operation: g"])
  func `a model's scope with unsupported arguments is kept and reported`(arguments: String) {
    let code = "final class A { func f() { withDependencies(from: \(arguments)) } }\n"

    let (text, rows) = migrated("import Dependencies\n\(code)")

    #expect(text.hasSuffix("\n\(code)"))
    #expect(rows.map(\.why) == ["'withDependencies(from:)' has no equivalent"])
  }

  @Test(arguments: [
    ("@Suite(.dependencies)", true), ("@Suite(.other(B.c), .dependency(B.c, d))", true),
    ("@Suite(.other(B.c))", false),
  ])
  func `a trait is kept and a dependency trait imports the test harness`(
    attribute: String,
    needsHarness: Bool
  ) {
    let (text, rows) = migrated(
      "import Dependencies\nimport Testing\n\(attribute) struct A {}\n"
    )

    #expect(
      text == "import Dependence\n" + (needsHarness ? "import DependenceTesting\n" : "")
        + "import Testing\n\(attribute) struct A {}\n"
    )
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "@Test(.dependency(mock)) func f() {}", "#Preview(traits: .dependency(mock)) { A() }",
    "#Preview(traits: .dependency(mock, B.c), .other(1)) { A() }",
  ])
  func `a dependency trait without an explicit type is reported`(code: String) {
    let (text, rows) = migrated("import Dependencies\nimport Testing\n\(code)\n")

    #expect(text.hasSuffix("\n\(code)\n"))
    #expect(rows.map(\.why) == ["the type of the dependency cannot be determined from this line"])
  }

  /// Migrates a test case whose `invokeTest()` has the given body, and returns the new text and the
  /// reasons that are reported.
  private func testCase(
    _ body: String,
    modifier: String = "override "
  ) -> (text: String, rows: [String]) {
    let (text, rows) = migrated(
      "import Dependencies\nimport XCTest\nfinal class A: XCTestCase {\n"
        + "  \(modifier)func invokeTest() {\n\(body)  }\n}\n",
      at: Self.test
    )
    return (text, rows.map(\.why))
  }

  @Test(arguments: [
    (
      "    withDependencies { $0.a = try f() } operation: { super.invokeTest() }\n", " throws",
      "    dependencies.a = try f()\n"
    ),
    (
      "    withDependencies { $0.a = 1\n      $0.b = 2 } operation: { super.invokeTest() }\n", "",
      "    dependencies.a = 1\n      dependencies.b = 2\n"
    ),
    (
      "    withDependencies {\n  $0.a = 1\n        $0.b = 2\n    } operation: { super.invokeTest() }\n",
      "", "    dependencies.a = 1\n        dependencies.b = 2\n"
    ),
    (
      """
          withDependencies {
            $0.a = [

       1,
        2,
         3,
            ]
            $0.b = \"""
              text
                more
              \"""
          } operation: { super.invokeTest() }

      """, "",
      """
          dependencies.a = [

       1,
      2,
       3,
          ]
          dependencies.b = \"""
              text
                more
              \"""

      """
    ),
  ])
  func `overrides around each test are unindented except in string literals`(
    before: String,
    effect: String,
    after: String
  ) {
    let (text, rows) = testCase(before)

    #expect(
      text == "import Dependence\nimport DependenceXCTest\nimport XCTest\n"
        + "final class A: DependencyTestCase {\n"
        + "  override func configureDependencies(_ dependencies: inout DependencyValues)\(effect) {\n"
        + "\(after)  }\n}\n"
    )
    #expect(rows.isEmpty)
  }

  private static let overrides =
    "    withDependencies { $0.a = 1 } operation: { super.invokeTest() }\n"

  @Test(arguments: [("    super.invokeTest()\n", "override "), (overrides, "")])
  func `an invokeTest method that overrides nothing is kept`(body: String, modifier: String) {
    let (text, rows) = testCase(body, modifier: modifier)

    #expect(
      text == "import Dependence\nimport XCTest\nfinal class A: XCTestCase {\n"
        + "  \(modifier)func invokeTest() {\n\(body)  }\n}\n"
    )
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    overrides + "    print(1)\n",
    "    withDependencies { $0.a = 1 } operation: { print(1); super.invokeTest() }\n",
    "    withDependencies(x) { $0.a = 1 } operation: { super.invokeTest() }\n",
  ])
  func `an invokeTest method that does more than override is kept and reported`(body: String) {
    let (text, rows) = testCase(body)

    #expect(text.hasSuffix("  override func invokeTest() {\n\(body)  }\n}\n"))
    #expect(rows == ["this 'invokeTest' does more than override dependencies"])
  }

  @Test(arguments: [
    (
      "func f() -> () -> Int { @Dependency(\\.a) var a; return { a } }",
      "func f() -> () -> Int { @Dependency(\\.a, resolve: .inherited) var a; return { a } }"
    ),
    (
      "func f() { @Dependency(\\.a) var a; print(a) }",
      "func f() { @Dependency(\\.a) var a; print(a) }"
    ),
    (
      "enum E { @Dependency(\\.a) static var a }",
      "enum E { @Dependency(\\.a, resolve: .inherited) static var a }"
    ),
    (
      "class A { @Dependency var a: Int\n  init() { _a = Dependency(\\.a) } }",
      "class A { @Dependency var a: Int\n  init() { _a = Dependency(\\.a, resolve: .inherited) } }"
    ),
    ("let a = Dependency(\\.a).wrappedValue", "let a = Dependency(\\.a).wrappedValue"),
  ])
  func `a reader that may outlive its scope inherits it`(before: String, after: String) {
    let (text, rows) = migrated("import Dependencies\n\(before)\n")

    #expect(text == "import Dependence\n\(after)\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("let v = withDependencies { $0.a = 1 } operation: { V().padding() }", 1),
    ("#Preview { withDependencies { $0.a = 1 } operation: { V() } }", 1),
    ("let m = withDependencies { $0.a = 1 } operation: { Model() }", 0),
  ])
  func `an override around the creation of a view is reported`(code: String, count: Int) {
    let (_, rows) = migrated(
      "import Dependencies\nstruct V: View { @Dependency(\\.a) var a }\n\(code)\n"
    )

    let why = "a SwiftUI view reads its dependencies later, outside of this override"
    #expect(rows.map(\.why) == Array(repeating: why, count: count))
  }

  @Test(arguments: [("$0.context = .live", 1), ("$0.a = 1", 0)])
  func `a use of isTesting is reported if the project overrides the context`(
    override: String,
    count: Int
  ) {
    let (_, rows) = migrated(
      "import Dependencies\nlet a = isTesting\n",
      beside: [
        (
          Self.test,
          "import Dependencies\nimport Testing\n@Test func f() { withDependencies { \(override) } operation: { g() } }\n"
        )
      ]
    )

    let why = "'isTesting' ignored overrides of the context, but this comparison does not"
    #expect(rows.map(\.why) == Array(repeating: why, count: count))
  }
}
