import DependenceMigration
import Testing

/// The members of a container, and the entries that they become.
struct FactoryDeclarationTests {
  @Test(arguments: [
    "var b: Box<A> { Box(self) { A() } }", "var a: Factory<A> { make { A() } }",
    "var a: Factory<Void> { self {} }", "var a: Factory<A> { self { [weak self] in A() } }",
    "var a: Factory<A> { self { [n] in A() } }",
    "var a: Factory<A> { self { [self = other] in A() } }",
    "var a: Factory<A> { self { c in A(c) } }", "var n: Int { 1 }; typealias B = Int",
    "func a() -> A { A() }; static func b() {}",
  ])
  func `a member that is no factory stays, and so does its container`(member: String) {
    let code = "extension Container { \(member) }\n"

    let (text, rows) = migrated("import Factory\n" + code, from: .factory)

    #expect(
      text == """
        import Dependence
        // MIGRATE: this member of a container is not a factory that the command can read; write it as a property of 'DependencyValues', or move its code to its callers
        \(code)
        """
    )
    #expect(rows.count == 1)
  }

  @Test func `a property that only reads a factory becomes that read where it is used`() {
    let (text, rows) = migrated(
      """
      import Factory
      final class Shelf: SharedContainer {
        static let shared = Shelf()
        var log: Factory<Log> { self { Log() } }
      }
      private extension Container {
        var log: Log { Shelf.shared.log() }
      }
      extension Container {
        private var clock: Clock { self.time() }
        var time: Factory<Clock> { self { Clock() }.cached }
        var store: Factory<Store> { self { Store(self.log, log: log, clock: self.clock) }.cached }
      }
      func f() { g(Container.shared.log) }

      """,
      from: .factory
    )

    #expect(
      text == """
        import Dependence
        import DependenceMacros
        extension DependencyValues {
          @DependencyEntry var log: Provider<Log> = Provider { Log() }
        }
        extension DependencyValues {
          @DependencyEntry var time: Clock = Clock()
          @DependencyEntry var store: Store = Store(Dependency(\\.log).wrappedValue(), log: Dependency(\\.log).wrappedValue(), clock: Dependency(\\.time).wrappedValue)
        }
        func f() { g(Dependency(\\.log).wrappedValue()) }

        """
    )
    #expect(rows.isEmpty)
  }

  @Test func `a member of a container that is no factory is a row where a factory reads it`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container {\n  var size: Int { compute(1) + 1 }\n"
        + "  var n: Factory<N> { self { N(self.size, self.n) }.cached }\n}\n",
      from: .factory
    )

    #expect(
      rows.map(\.why) == [
        "this member of a container is not a factory that the command can read",
        "this reads the member 'n' of a container, which is a dependency without one",
        "this reads the member 'size' of a container, which is a dependency without one",
      ]
    )
  }

  @Test func `a container that declares only types stays`() {
    let code = "extension Container { typealias B = Int }\n"

    let (text, rows) = migrated("import Factory\n" + code, from: .factory)

    #expect(text == "import Dependence\n" + code)
    #expect(rows.isEmpty)
  }

  @Test func `a container of one's own without factories stays, and is a row`() {
    let code = "final class Shelf: SharedContainer { let manager = ContainerManager() }\n"

    let (text, rows) = migrated("import Factory\n" + code, from: .factory)

    #expect(text.hasSuffix("final class Shelf: SharedContainer {  }\n"))
    #expect(rows.map(\.why).contains("there is no 'SharedContainer'"))
  }

  @Test(arguments: [
    ("var a: Factory<A> { self { A() }.scope(.unique) }", "var a: Provider<A> = Provider { A() }"),
    (
      "var a: Factory<A> { self { preconditionFailure() } }",
      "var a: A = { preconditionFailure() }()"
    ),
    (
      "var y: ParameterFactory<(Int, Int), Y> { self { t in Y(t.0, t.1) } }",
      "var y: @Sendable ((Int, Int)) -> Y = { t in Y(t.0, t.1) }"
    ),
    (
      "var b: ParameterFactory<Int, B> { ParameterFactory(self) { [unowned self] n in B(n, self.a()) } }",
      "var b: @Sendable (Int) -> B = { n in B(n, Dependency(\\.a).wrappedValue) }"
    ),
  ])
  func `a factory becomes an entry`(factory: String, entry: String) {
    let (text, rows) = migrated(
      "import Factory\nextension Container { \(factory) }\n",
      from: .factory
    )

    #expect(
      text == "import Dependence\nimport DependenceMacros\n"
        + "extension DependencyValues { @DependencyEntry \(entry) }\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `factories that are all under a condition are entries`() {
    let (text, rows) = migrated(
      "import Factory\nextension Container {\n  #if DEBUG\n"
        + "  var a: Factory<A> { self { A() }.cached }\n  #endif\n}\n",
      from: .factory
    )

    #expect(
      text == "import Dependence\nimport DependenceMacros\nextension DependencyValues {\n"
        + "  #if DEBUG\n  @DependencyEntry var a: A = A()\n  #endif\n}\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a container of the main actor loses its attribute`() {
    let (text, rows) = migrated(
      "import Factory\n@MainActor final class Shelf: SharedContainer {\n"
        + "  var a: Factory<A> { self { A() } }\n}\n",
      from: .factory
    )

    #expect(
      text == "import Dependence\nimport DependenceMacros\nextension DependencyValues {\n"
        + "  @DependencyEntry var a: Provider<A> = Provider { A() }\n}\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a value of tests in several statements is called where it stands`() {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var b: Factory<B> { self { B() }.cached.onTest {\n"
        + "  let a = 1\n  return B(a)\n} } }\n",
      from: .factory
    )

    #expect(
      text == "import Dependence\nimport DependenceMacros\n"
        + "extension DependencyValues { @DependencyEntry(test: {\n"
        + "  let a = 1\n  return B(a)\n}()) var b: B = B() }\n"
    )
    #expect(rows.isEmpty)
  }

  private static let lifetime = "see the article 'Choose a lifetime that a module has not'"

  @Test(arguments: [
    ("shared", lifetime), ("graph", lifetime), ("scope(.session)", lifetime),
    ("timeToLive(60)", lifetime),
    ("decorator { print($0) }", "apply the removed code to the value where it is made"),
  ])
  func `a modifier that nothing replaces is a row`(modifier: String, remedy: String) {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var b: Factory<B> { self { B() }.\(modifier) } }\n",
      from: .factory
    )

    let name = modifier.prefix { $0.isLetter }
    #expect(rows.map(\.why) == ["there is no '.\(name)'"])
    #expect(rows.map(\.remedy) == [remedy])
  }

  @Test(arguments: [
    "var a: Factory<A> { self { A() }.cached }", "func mock() { b.register { B() } }",
  ])
  func `the names of factories are theirs in the container alone`(member: String) {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var c: Factory<C> { self { C() }.cached }; \(member) }\n"
        + "func g(_ c: () -> C) { h(c()) }\n",
      from: .factory
    )

    #expect(text.hasSuffix("\nfunc g(_ c: () -> C) { h(c()) }\n"))
    #expect(rows.isEmpty)
  }
}
