import DependenceMigration
import Testing

/// Tests of code that reads factories, and of similar code that does not.
struct FactoryReaderTests {
  private static let entries =
    "extension Container { var a: Factory<A> { self { A() }.cached }; var d: Factory<D> { self { D() } } }\n"
  private static let migratedEntries =
    "extension DependencyValues { @DependencyEntry var a: A = A(); "
    + "@DependencyEntry var d: Provider<D> = Provider { D() } }\n"

  @Test(arguments: [
    (
      "struct S { @DynamicInjected(\\.d) var z: any P }",
      "struct S { var z: any P { Dependency(\\.d).wrappedValue() } }"
    ),
    (
      "extension Container { var n: ParameterFactory<Int, N> { self { N($0) } } }\nlet b = Container.shared.n(1)",
      "extension DependencyValues { @DependencyEntry var n: @Sendable (Int) -> N = { N($0) } }\n"
        + "let b = Dependency(\\.n).wrappedValue(1)"
    ),
    ("let a = Session.shared.a()", "let a = Session.shared.a()"),
    ("class M { func f() { self.a() } }", "class M { func f() { self.a() } }"),
    (
      "func resolve(_ path: P) {}\nlet a = resolve(\\.a)",
      "func resolve(_ path: P) {}\nlet a = resolve(\\.a)"
    ),
    ("let a = resolve(\\.a, \\.d)", "let a = resolve(\\.a, \\.d)"),
  ])
  func `readers are migrated and code that looks like one is kept`(before: String, after: String) {
    let (text, rows) = migrated("import Factory\n\(Self.entries)\(before)\n", from: .factory)

    #expect(
      text == "import Dependence\nimport DependenceMacros\n\(Self.migratedEntries)\(after)\n"
    )
    #expect(rows.isEmpty)
  }

  private static let shared = "the shared container has no equivalent"
  private static let foreign = "this does not read a factory of 'Container'"

  @Test(arguments: [
    ("func f() { Container.shared.with { $0.a() } }", shared),
    ("func f() { Container.shared.with(fill) }", shared),
    ("let c = Container.shared, n = 2", shared),
    ("let b = Container.shared.a { 1 }", shared),
    ("final class C { let box = Container() }", "'Container' has no equivalent"),
    ("struct S { @Injected(\\Other.a) var a }", foreign),
    ("struct S { @Injected(\\.a, 1) var a }", foreign),
  ])
  func `an unsupported use of Factory is kept and reported`(code: String, why: String) {
    let (text, rows) = migrated("import Factory\n\(Self.entries)\(code)\n", from: .factory)

    #expect(text.hasSuffix("\n\(code)\n"))
    #expect(rows.map(\.why) == [why])
  }

  @Test(arguments: [
    (
      "@Test(.container { $0.b.register { C() }; f(Container.shared.a()) }) func g() {}",
      "@Test(.dependencies { $0.b = C(); f(Dependency(\\.a).wrappedValue) }) func g() {}"
    ),
    ("@Suite(.container) struct S {}", "@Suite(.dependencies) struct S {}"),
  ])
  func `a container trait imports the test harness if no trait module was imported`(
    before: String,
    after: String
  ) {
    let (text, rows) = migrated("import Factory\nimport Testing\n\(before)\n", from: .factory)

    #expect(text == "import Dependence\nimport DependenceTesting\nimport Testing\n\(after)\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    (
      "func g(_ vm: VM) { vm.live = Live() }",
      "'live' is assigned elsewhere, but it reads a dependency and cannot be assigned"
    ),
    (
      "protocol P { var live: Live { get set } }",
      "the protocol 'P' requires a setter of 'live', which reads a dependency and has none"
    ),
    ("protocol P { var live: Live { get } }\nfunc g(_ vm: VM) { vm.dead = Live() }", nil),
  ])
  func `an injected property that other code assigns is reported`(code: String, why: String?) {
    let (_, rows) = migrated(
      "import Factory\nfinal class VM: P { @Injected(\\.a) var live: Live }\n",
      from: .factory,
      beside: [("Sources/App/Other.swift", "\(code)\n")]
    )

    #expect(rows.map(\.why) == [why].compactMap(\.self))
  }
}
