extension SwiftDependenciesTests {
  static let rewritings: [Rewriting] = [
    Rewriting("an import", "import Dependencies\n", "import Dependence\n"),
    Rewriting(
      "an import with attributes",
      "@preconcurrency import Dependencies\npublic import DependenciesMacros\n",
      "@preconcurrency import Dependence\npublic import DependenceMacros\n"
    ),
    Rewriting(
      "an import of one declaration",
      "import struct Dependencies.Dependency\n",
      "import struct Dependence.Dependency\n"
    ),
    Rewriting(
      "imports that become one",
      "import Clocks // time\nimport Dependencies\nimport IssueReporting\n",
      "import Dependence // time\n"
    ),
    Rewriting(
      "a key of Foundation",
      "public import Dependencies\nstruct A { func f() { @Dependency(\\.date.now) var now } }\n",
      "public import Dependence\npublic import DependenceFoundation\n"
        + "struct A { func f() { @Dependency(\\.date.now) var now } }\n"
    ),
    Rewriting(
      "a conditional import",
      "#if canImport(Dependencies)\n  import Dependencies\n#endif\n",
      "#if canImport(Dependence)\n  import Dependence\n#endif\n"
    ),
    Rewriting(
      "a reader that is stored",
      "import Dependencies\nfinal class A {\n  @Dependency(\\.a) var a // why\n  @Dependency(A.self) private var b\n}\n",
      "import Dependence\nfinal class A {\n  @Dependency(\\.a, resolve: .inherited) var a // why\n"
        + "  @Dependency(A.self, resolve: .inherited) private var b\n}\n"
    ),
    Rewriting(
      "a reader with a blank before its arguments, as Swift 5 has it",
      "import Dependencies\nfinal class A {\n  @Dependency (\\.a) var a\n}\n",
      "import Dependence\nfinal class A {\n  @Dependency (\\.a, resolve: .inherited) var a\n}\n"
    ),
    Rewriting(
      "readers that are made where they are read",
      "import Dependencies\nstruct A: View {\n  @Dependency(\\.a) var a\n}\nenum B { @Dependency(\\.a) static var a }\n"
        + "func f() { @Dependency(\\.a) var a }\n",
      "import Dependence\nstruct A: View {\n  @Dependency(\\.a) var a\n}\nenum B { @Dependency(\\.a, resolve: .inherited) static var a }\n"
        + "func f() { @Dependency(\\.a) var a }\n"
    ),
    Rewriting(
      "clients",
      "import DependenciesMacros\n@DependencyClient\nstruct A { var f: () -> Void }\n"
        + "extension A: TestDependencyKey {\n  static let testValue: Self = .init()\n"
        + "  static var previewValue: A { A() }\n}\nlet a = A.init()\n",
      "import DependenceMacros\n@DependencyClient\nstruct A { var f: () -> Void }\n"
        + "extension A: TestDependencyKey {\n  static let testValue: Self = .unimplemented\n"
        + "  static var previewValue: A { A.unimplemented }\n}\nlet a = A.unimplemented\n"
    ),
    Rewriting(
      "stand-ins for closures",
      "import Dependencies\nstruct A {\n  var a: @Sendable (Int, _ b: Int) async throws -> Int\n  var b: () -> Void\n"
        + "  var c: (Int) -> Int = unimplemented(\"A.c\", placeholder: 3)\n}\n"
        + "let a = A(a: unimplemented(\"A.a\"), b: unimplemented(placeholder: ()))\n"
        + "func f(_ a: inout A) { a.b = XCTUnimplemented(\"b\") }\n",
      "import Dependence\nstruct A {\n  var a: @Sendable (Int, _ b: Int) async throws -> Int\n  var b: () -> Void\n"
        + "  var c: (Int) -> Int = { _ in unimplemented(\"A.c\", placeholder: 3) }\n}\n"
        + "let a = A(a: { _, _ in throw unimplemented(\"A.a\") }, b: { unimplemented(\"b\") })\n"
        + "func f(_ a: inout A) { a.b = { unimplemented(\"b\") } }\n"
    ),
    Rewriting(
      "issues",
      "import IssueReporting\nfunc f(_ error: any Error) {\n  reportIssue(error)\n  if isTesting { reportIssue(\"a\") }\n}\n",
      "import Dependence\nfunc f(_ error: any Error) {\n  reportIssue(\"\\(error)\")\n"
        + "  if (Dependency(\\.context).wrappedValue == .test) { reportIssue(\"a\") }\n}\n"
    ),
    Rewriting(
      "failures of XCTest in an app",
      "import XCTestDynamicOverlay\nfunc f() { XCTFail(\"a\") }\n",
      "import Dependence\nfunc f() { reportIssue(\"a\") }\n"
    ),
    Rewriting(
      "a model's children",
      "import Dependencies\n@MainActor\nfinal class A {\n  var b = 1\n  func f() async throws {\n"
        + "    try await withDependencies(from: self) { $0.c = 1 } operation: { try await g() }\n"
        + "    withDependencies(from: self) { h() }\n  }\n}\n",
      "import Dependence\n@MainActor\nfinal class A {\n  private let dependencyScope = captureDependencies()\n"
        + "  var b = 1\n  func f() async throws {\n    try await self.dependencyScope.run { try await withDependencies"
        + " { $0.c = 1 } operation: { try await g() } }\n    self.dependencyScope.run { h() }\n  }\n}\n"
    ),
    Rewriting(
      "scopes under their first name",
      "import Dependencies\nlet a = DependencyValues.withValues { $0.b = 1 } operation: { A() }\n",
      "import Dependence\nlet a = withDependencies { $0.b = 1 } operation: { A() }\n"
    ),
    Rewriting(
      "captures",
      "import Dependencies\nlet a: DependencyValues.Continuation = withEscapedDependencies { $0 }\n",
      "import Dependence\nlet a: CapturedDependencies = ({ $0 })(captureDependencies())\n"
    ),
    Rewriting(
      "code that runs in a capture",
      "import Dependencies\nstruct A {\n  let b: DependencyValues.Continuation?\n"
        + "  func f(_ c: DependencyValues.Continuation) { c.yield { g() }; b?.yield { g() } }\n"
        + "  func h(_ d: AsyncStream<Int>.Continuation) { d.yield(1) }\n}\n"
        + "func i() { withEscapedDependencies { e in j { e.yield { g() } } } }\n"
        + "func k() { withEscapedDependencies { $0.yield { l { $0.yield(1) } } } }\n",
      "import Dependence\nstruct A {\n  let b: CapturedDependencies?\n"
        + "  func f(_ c: CapturedDependencies) { c.run { g() }; b?.run { g() } }\n"
        + "  func h(_ d: AsyncStream<Int>.Continuation) { d.yield(1) }\n}\n"
        + "func i() { ({ e in j { e.run { g() } } })(captureDependencies()) }\n"
        + "func k() { ({ $0.run { l { $0.yield(1) } } })(captureDependencies()) }\n"
    ),
    Rewriting(
      "traits",
      "import DependenciesTestSupport\nimport Testing\n@Suite(.dependencies)\nstruct A {\n"
        + "  @Test(.dependency(B.C.mock), .dependency(\\.continuousClock, .immediate)) func f() {}\n}\n",
      "import DependenceTesting\nimport Testing\n@Suite(.dependencies)\nstruct A {\n"
        + "  @Test(.dependency(B.C.self, B.C.mock), .dependency(\\.continuousClock, ImmediateClock())) func f() {}\n}\n"
    ),
    Rewriting(
      "readers of a suite",
      "import Dependencies\nimport Testing\nstruct A {\n  @Dependency(\\.a) var a\n  @Test func f() {}\n}\n",
      "import Dependence\nimport Testing\nstruct A {\n  @Dependency(\\.a) var a\n  @Test func f() {}\n}\n"
    ),
    Rewriting(
      "clocks",
      "import Clocks\nimport Testing\n@Test func f() async throws {\n  let a: TestClock<Duration> = TestClock<Duration>()\n"
        + "  await a.advance()\n  await a.run()\n  try await a.checkSuspension()\n}\n",
      "import Dependence\nimport DependenceTesting\nimport Testing\n@Test func f() async throws {\n"
        + "  let a: TestClock = TestClock()\n  await a.advance(by: .zero)\n  await a.run()\n"
        + "  a.expectNoSleepers()\n}\n"
    ),
    Rewriting(
      "boxes",
      "import ConcurrencyExtras\nimport Testing\n@Test func f() async {\n  let a = ActorIsolated(1)\n"
        + "  let b = LockIsolated(2)\n  await a.setValue(3)\n  #expect(await a.value == b.value)\n  await g(a)\n}\n",
      "import DependenceTesting\nimport Testing\n@Test func f() async {\n  let a = LockBox(1)\n"
        + "  let b = LockBox(2)\n  a.setValue(3)\n  #expect(a.value == b.value)\n  await g(a)\n}\n"
    ),
    Rewriting(
      "expectations",
      "import Dependencies\nimport XCTest\nfunc f() async {\n  withExpectedIssue { g() }\n"
        + "  await withExpectedIssue(isIntermittent: true) { await g() }\n}\n",
      "import Dependence\nimport DependenceXCTest\nimport XCTest\nfunc f() async {\n  withExpectedIssues { g() }\n"
        + "  await withExpectedIssues(count: .atLeast(0)) { await g() }\n}\n"
    ),
    Rewriting(
      "specs, which XCTest runs",
      "import Dependencies\nimport Quick\nfinal class A: QuickSpec {\n"
        + "  override class func spec() { it(\"b\") { f(TestClock()) } }\n}\n",
      "import Dependence\nimport DependenceXCTest\nimport Quick\nfinal class A: QuickSpec {\n"
        + "  override class func spec() { it(\"b\") { f(TestClock()) } }\n}\n"
    ),
    Rewriting(
      "a test case",
      "import Dependencies\nimport XCTest\nfinal class A: XCTestCase {\n  override func invokeTest() {\n"
        + "    withDependencies { values in\n      values.a = 1\n      values.b = { $0 + 1 }\n"
        + "    } operation: { super.invokeTest() }\n  }\n}\n",
      "import Dependence\nimport DependenceXCTest\nimport XCTest\nfinal class A: DependencyTestCase {\n"
        + "  override func configureDependencies(_ values: inout DependencyValues) {\n"
        + "    values.a = 1\n    values.b = { $0 + 1 }\n  }\n}\n"
    ),
    Rewriting(
      "a test case whose closure writes the type of its parameter",
      "import Dependencies\nimport XCTest\nfinal class A: XCTestCase {\n  override func invokeTest() {\n"
        + "    withDependencies { (values: inout DependencyValues) in\n      values.a = 1\n"
        + "    } operation: { super.invokeTest() }\n  }\n}\n",
      "import Dependence\nimport DependenceXCTest\nimport XCTest\nfinal class A: DependencyTestCase {\n"
        + "  override func configureDependencies(_ values: inout DependencyValues) {\n"
        + "    values.a = 1\n  }\n}\n"
    ),
    Rewriting(
      "readers of suites that are classes",
      "import Dependencies\nimport Testing\n@Suite class A { @Dependency(\\.a) var a }\n"
        + "actor B { @Dependency(\\.a) var a\n  @Test func f() {} }\n",
      "import Dependence\nimport Testing\n@Suite class A { @Dependency(\\.a) var a }\n"
        + "actor B { @Dependency(\\.a) var a\n  @Test func f() {} }\n"
    ),
    Rewriting(
      "clients in other types",
      "import Dependencies\nextension A { @DependencyClient struct B { var c: () -> Void } }\nlet b = A.B()\n",
      "import Dependence\nextension A { @DependencyClient struct B { var c: () -> Void } }\nlet b = A.B.unimplemented\n"
    ),
    Rewriting(
      "a model's children, elsewhere than in its declaration",
      "import Dependencies\nclass A {\n  var b = 1\n}\nextension A {\n  func f() { withDependencies(from: self) { g() } }\n"
        + "  func h() { i(withDependencies(from: self, operation: B.init)) }\n}\n",
      "import Dependence\nclass A {\n  private let dependencyScope = captureDependencies()\n  var b = 1\n}\nextension A {\n"
        + "  func f() { self.dependencyScope.run { g() } }\n  func h() { i(self.dependencyScope.run(B.init)) }\n}\n"
    ),
    Rewriting(
      "stand-ins for optional closures and defaults of parameters",
      "import Dependencies\nclass A {\n  var a: (@MainActor (Int) async -> Void)? = unimplemented(\"a\")\n"
        + "  init(b: @escaping () -> Int = unimplemented(\"b\", placeholder: 0)) {}\n}\n",
      "import Dependence\nclass A {\n  var a: (@MainActor (Int) async -> Void)? = { _ in unimplemented(\"a\") }\n"
        + "  init(b: @escaping () -> Int = { unimplemented(\"b\", placeholder: 0) }) {}\n}\n"
    ),
    Rewriting(
      "errors that are reported",
      "import Dependencies\nfunc f() async {\n  withErrorReporting {\n    try g { return 1 }\n  }\n"
        + "  await withErrorReporting(\"no\") { try await h() }\n  Task { withErrorReporting { try i() } }\n}\n",
      "import Dependence\nfunc f() async {\n  do {\n    try g { return 1 }\n  } catch { reportIssue(\"\\(error)\") }\n"
        + "  do { try await h() } catch { reportIssue(\"no: \\(error)\") }\n"
        + "  Task { do { try i() } catch { reportIssue(\"\\(error)\") } }\n}\n"
    ),
    Rewriting(
      "a key of Foundation, in tests that import no other module",
      "import DependenciesTestSupport\nimport Testing\n@Suite(.dependencies { $0.locale = .current }) struct A {\n"
        + "  let a = LockIsolated(1)\n}\n",
      "import DependenceTesting\nimport DependenceFoundation\nimport Testing\n@Suite(.dependencies { $0.locale = .current }) struct A {\n"
        + "  let a = LockBox(1)\n}\n"
    ),
    Rewriting(
      "a test case that is built on another",
      "import Dependencies\nimport XCTest\nclass BaseCase: XCTestCase {}\nfinal class A: BaseCase {\n  override func invokeTest() {\n"
        + "    withDependencies {\n      $0.a = 1\n      $0.b = { $0 + 1 }\n    } operation: { super.invokeTest() }\n  }\n}\n",
      "import Dependence\nimport DependenceXCTest\nimport XCTest\nclass BaseCase: DependencyTestCase {}\nfinal class A: BaseCase {\n"
        + "  override func configureDependencies(_ dependencies: inout DependencyValues) throws {\n"
        + "    dependencies.a = 1\n    dependencies.b = { $0 + 1 }\n    try super.configureDependencies(&dependencies)\n  }\n}\n"
    ),
    Rewriting(
      "previews",
      "import Dependencies\n#Preview(traits: .dependencies { $0.a = 1 }) { A() }\n"
        + "#Preview(\"b\", traits: .dependency(\\.a.b, 2), .c) { A() }\n",
      "import Dependence\n#Preview(traits: .modifier(DependencePreview { $0.a = 1 })) { A() }\n"
        + "#Preview(\"b\", traits: .modifier(DependencePreview { $0.a.b = 2 }), .c) { A() }\n"
    ),
  ]
}
