import DependenceMigration
import Testing

/// Tests of the members of a container, and of the entries that replace them.
struct FactoryDeclarationTests {
  @Test func `branches of an #if that declare different kinds of values are reported`() {
    func rows(_ scope: String) -> [String] {
      migrated(
        "import Factory\nextension Container {\n#if DEBUG\nvar n: Factory<N> { self { N() }\(scope) }\n"
          + "#else\nvar n: Factory<N> { self { N() }.cached }\n#endif\n}\n",
        from: .factory
      ).rows.map(\.why)
    }
    func row(_ type: String, _ other: String) -> String {
      "this branch of an '#if' declares 'n' as '\(type)', and another one as '\(other)', but all readers and overrides use the same one"
    }

    #expect(rows(".singleton") == [])
    #expect(rows("") == [row("Provider<N>", "N"), row("N", "Provider<N>")])
  }

  @Test(arguments: [
    "var b: Box<A> { Box(self) { A() } }", "var a: Factory<A> { make { A() } }",
    "var a: Factory<Void> { self {} }", "var a: Factory<A> { self { [weak self] in A() } }",
    "var a: Factory<A> { self { [n] in A() } }",
    "var a: Factory<A> { self { A() }.onTest { [n = N()] in A(n) } }",
    "var a: Factory<A> { self { A() }.cached.onPreview { [weak self] in A(self?.b()) } }",
    "var a: Factory<A> { self { [self = other] in A() } }",
    "var a: Factory<A> { self { c in A(c) } }", "var n: Int { 1 }; typealias B = Int",
    "func a() -> A { A() }; static func b() {}",
  ])
  func `a member that is not a factory is kept with its container`(member: String) {
    let code = "extension Container { \(member) }\n"

    let (text, rows) = migrated("import Factory\n" + code, from: .factory)

    #expect(
      text == """
        import Dependence
        // MIGRATE: the command does not recognize this member of a container as a factory; \
        declare it as a property of 'DependencyValues', or move its code to its callers
        \(code)
        """
    )
    #expect(rows.count == 1)
  }

  @Test(arguments: [
    "static let shared = { audit(); return Shelf() }()", "static let shared = Shelf(size: 3)",
    "static var shared: Shelf { audit(); return box }", "static let shared = makeShelf()",
    "static let shared = Shelf(), other = Other()", "let manager = makeManager()",
    "var manager: ContainerManager { audit(); return main }",
    "var manager = ContainerManager() { didSet { audit() } }",
  ])
  func `a required member of a container that runs other code is kept and reported`(
    member: String
  ) {
    let (text, rows) = migrated(
      "import Factory\nfinal class Shelf: SharedContainer {\n  \(member)\n}\n"
        + "extension Shelf {\n  var a: Factory<A> { self { A() }.cached }\n}\n",
      from: .factory
    )

    #expect(text.contains("\n  \(member)\n"))
    #expect(
      rows.map(\.why) == ["the command does not recognize this member of a container as a factory"]
    )
  }

  @Test(arguments: [
    "static let shared = Shelf()", "@TaskLocal public static var shared = Shelf()",
    "static let shared: Shelf = .init()", "static let shared = Shelf.init()",
    "public let manager: ContainerManager = ContainerManager()",
    "lazy var manager: ContainerManager = .init()",
  ])
  func `a required member of a container without other code is removed`(member: String) {
    let (text, rows) = migrated(
      "import Factory\nfinal class Shelf: SharedContainer {\n  \(member)\n"
        + "  var a: Factory<A> { self { A() }.cached }\n}\n",
      from: .factory
    )

    #expect(
      text.hasSuffix("\nextension DependencyValues {\n  @DependencyEntry var a: A = A()\n}\n")
    )
    #expect(rows.isEmpty)
  }

  @Test func `a use of a property that only reads a factory is replaced by that read`() {
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

  @Test(arguments: [
    (".singleton", "@DependencyEntry var a: A = A()", 0),
    (".cached", "@DependencyEntry var a: A = A()", 0),
    (".unique", "@DependencyEntry var a: Provider<A> = Provider { A() }", 0),
    (".session", "@DependencyEntry var a: A = A()", 0),
    (
      ".graph",
      "// REMOVED: manager.defaultScope = .graph\n  @DependencyEntry var a: A = A()", 1
    ),
    (
      ".other",
      "// REMOVED: manager.defaultScope = .other\n  @DependencyEntry var a: A = A()", 1
    ),
  ])
  func `a factory without a scope gets the default scope of its container`(
    scope: String,
    entry: String,
    count: Int
  ) {
    let (text, rows) = migrated(
      """
      import Factory
      final class Shelf: SharedContainer, AutoRegistering {
        static let shared = Shelf()
        let manager = ContainerManager()
        func autoRegister() {
          manager.defaultScope = \(scope)
        }
      }
      extension Shelf {
        var a: Factory<A> { self { A() } }
        var b: Factory<B> { self { B() }.unique }
      }
      extension Scope { static let session = Cached() }

      """,
      from: .factory
    )

    #expect(
      text.hasSuffix(
        "  \(entry)\n  @DependencyEntry var b: Provider<B> = Provider { B() }\n}\n"
      )
    )
    #expect(!text.contains("autoRegister"))
    #expect(rows.count == count)
  }

  @Test func `an autoRegister method with other statements no longer sets the default scope`() {
    let (text, rows) = migrated(
      """
      import Factory
      extension Container: AutoRegistering {
        public func autoRegister() {
          manager.defaultScope = .cached
          a.register { A(1) }
        }
        var a: Factory<A> { self { A() } }
      }

      """,
      from: .factory
    )

    #expect(!text.contains("defaultScope"))
    #expect(text.contains("@DependencyEntry var a: A = A()"))
    #expect(text.contains("{ $0.a = A(1) }"))
    #expect(rows.map(\.why).contains { $0.contains("'autoRegister' before its first use") })
  }

  @Test(arguments: [
    "extension Container: AutoRegistering {\n  func autoRegister() {\n    if isNew { manager.defaultScope = .cached }\n  }\n}",
    "func start() { Container.shared.manager.defaultScope = .cached }",
  ])
  func `a default scope that may be set late or never is reported and not applied`(code: String) {
    let (text, rows) = migrated(
      "import Factory\n\(code)\nextension Container { var a: Factory<A> { self { A() } } }\n",
      from: .factory
    )

    #expect(text.contains("@DependencyEntry var a: Provider<A>"))
    #expect(text.contains("manager.defaultScope = .cached"))
    #expect(!rows.isEmpty)
  }

  @Test(arguments: [("manager.reset()", 1), ("reset()", 1), ("let reset = make(); reset()", 0)])
  func `a use of the container's own members is reported`(statement: String, count: Int) {
    let (_, rows) = migrated(
      "import Factory\nextension Container {\n  func clear() {\n    \(statement)\n  }\n"
        + "  var a: Factory<A> { self { A() }.singleton }\n}\n",
      from: .factory
    )

    #expect(
      rows.map(\.why) == Array(repeating: "the shared container has no equivalent", count: count)
    )
  }

  @Test(arguments: [
    "  var a: Factory<A> { self { A() }.singleton }\n}",
    "}\nextension Shelf {\n  var a: Factory<A> { self { A() } }\n}",
  ])
  func `an initializer of a container is reported`(rest: String) {
    let (text, rows) = migrated(
      "import Factory\nfinal class Shelf: SharedContainer, AutoRegistering {\n"
        + "  let manager = ContainerManager()\n  init() { f() }\n"
        + "  func autoRegister() { manager.defaultScope = .singleton }\n\(rest)\n",
      from: .factory
    )

    #expect(text.contains("@DependencyEntry var a: A = A()"))
    #expect(!text.contains("manager"))
    #expect(
      rows.map(\.why) == [
        "the command does not recognize this member of a container as a factory"
      ]
    )
  }

  @Test func `a factory's read of a member that is not a factory is reported`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container {\n  var size: Int { compute(1) + 1 }\n"
        + "  var n: Factory<N> { self { N(self.size, self.n) }.cached }\n}\n",
      from: .factory
    )

    #expect(
      rows.map(\.why) == [
        "the command does not recognize this member of a container as a factory",
        "this uses the member 'n' of a container, but a dependency has no container",
        "this uses the member 'size' of a container, but a dependency has no container",
      ]
    )
  }

  @Test func `a container that declares only types is left unchanged`() {
    let code = "extension Container { typealias B = Int }\n"

    let (text, rows) = migrated("import Factory\n" + code, from: .factory)

    #expect(text == "import Dependence\n" + code)
    #expect(rows.isEmpty)
  }

  @Test func `a custom container without factories is kept and reported`() {
    let code = "final class Shelf: SharedContainer { let manager = ContainerManager() }\n"

    let (text, rows) = migrated("import Factory\n" + code, from: .factory)

    #expect(text.hasSuffix("final class Shelf: SharedContainer {  }\n"))
    #expect(rows.map(\.why).contains("'SharedContainer' has no equivalent"))
  }

  @Test(arguments: [
    ("var a: Factory<A> { self { A() }.shared }", "(lifetime: .shared) var a: A = A()"),
    ("var a: Factory<Int> { self { 1 }.shared }", "var a: Int = 1"),
    ("var a: Factory<any P> { self { A() }.shared }", "(lifetime: .shared) var a: any P = A()"),
    (
      "var a: Factory<A?> { self { A() }.shared.onTest { nil } }",
      "(lifetime: .shared, test: nil as A?) var a: A? = A()"
    ),
    ("var a: Factory<Int> { self { 1 }.cached.timeToLive(60) }", "var a: Int = 1"),
    (
      "var a: ParameterFactory<Int, A> { self { A($0) }.scopeOnParameters.cached.onTest { A($0 + 1) } }",
      "(test: DependencyFactory(lifetime: .singleton) { A($0 + 1) } as DependencyFactory<Int, A>) "
        + "var a: DependencyFactory<Int, A> = DependencyFactory(lifetime: .singleton) { A($0) }"
    ),
    (
      "var a: ParameterFactory<Int, A> { self { A($0) }.scopeOnParameters.cached }",
      "var a: DependencyFactory<Int, A> = DependencyFactory(lifetime: .singleton) { A($0) }"
    ),
    (
      "var a: ParameterFactory<Int, A> { self { A($0) }.scopeOnParameters.shared }",
      "var a: DependencyFactory<Int, A> = DependencyFactory(lifetime: .shared) { A($0) }"
    ),
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
  func `a factory becomes a dependency entry`(factory: String, entry: String) {
    let (text, rows) = migrated(
      "import Factory\nfinal class A {}\nextension Container { \(factory) }\n",
      from: .factory
    )

    #expect(
      text == "import Dependence\nimport DependenceMacros\nfinal class A {}\n"
        + "extension DependencyValues { @DependencyEntry\(entry.hasPrefix("(") ? "" : " ")\(entry) }\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `factories inside a compilation condition become entries`() {
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

  @Test func `a container on the main actor loses its MainActor attribute`() {
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

  @Test func `a test value of several statements becomes a closure that is called in place`() {
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

  private static let lifetime = "see the article 'Lifetimes and scopes'"
  private static let shared =
    "add 'lifetime: .shared' to the entry if each value is an instance of a class, and otherwise "
    + lifetime

  @Test(arguments: [
    ("shared", shared), ("timeToLive(60)", lifetime), ("timeToLive(ttl).cached", lifetime),
    ("graph", "all readers share one instance now; "), ("scope(.session)", "the instance is kept "),
    ("cached.decorator { print($0) }", "every read called the removed closure, "),
    ("decorator { print($0); return }", "every read called the removed closure, "),
    ("decorator(log)", "every read called the removed closure, "),
  ])
  func `a modifier without an equivalent is reported`(modifier: String, remedy: String) {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var b: Factory<B> { self { B() }.\(modifier) } }\n",
      from: .factory
    )

    let name = modifier.replacing("cached.", with: "").prefix { $0.isLetter }
    #expect(rows.map(\.why) == ["'.\(name)' has no equivalent"])
    #expect(rows.allSatisfy { $0.remedy.hasPrefix(remedy) }, "\(rows)")
  }

  @Test(arguments: [
    (
      "self { B() }.decorator { log($0) }",
      "Provider<B> = Provider { let instance: B = B(); log(instance); return instance }"
    ),
    (
      "self { N() }.unique.decorator { n in n.a(); n.b { $0 } }",
      "Provider<B> = Provider { let n: B = N(); n.a(); n.b { $0 }; return n }"
    ),
    ("self { B() }.once()", "Provider<B> = Provider { B() }"),
    ("self { 1 }.graph", "B = 1"),
    ("self { B() }.scope(.session)", "B = B()"),
    ("self { A() }.scope(.held)", "(lifetime: .shared) B = A()"),
  ])
  func `a modifier is migrated if that preserves its effect`(value: String, entry: String) {
    let (text, rows) = migrated(
      "import Factory\nfinal class A {}\nstruct N {}\nextension Scope {\n  static let session = Cached()\n"
        + "  static let held = Scope.Shared()\n}\nextension Container { var b: Factory<B> { \(value) } }\n",
      from: .factory
    )

    let isShared = entry.hasPrefix("(")
    let type = isShared ? String(entry.dropFirst("(lifetime: .shared) ".count)) : entry
    #expect(
      text == "import Dependence\nimport DependenceMacros\nfinal class A {}\nstruct N {}\n"
        + "extension DependencyValues { @DependencyEntry\(isShared ? "(lifetime: .shared)" : "") var b: \(type) }\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a decorator also applies to the test value of a factory`() {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var b: ParameterFactory<Int, B> {\n"
        + "  self { B($0) }.decorator { log($0, self.a()) }.onTest { Mock($0) }\n}\n"
        + "var a: Factory<A> { self { A() }.cached } }\n",
      from: .factory
    )

    #expect(
      text.contains(
        "@DependencyEntry(test: { let instance: B = Mock($0); log(instance, Dependency(\\.a).wrappedValue); return instance }"
          + " as (@Sendable (Int) -> B)) var b: @Sendable (Int) -> B = { let instance: B = B($0); "
          + "log(instance, Dependency(\\.a).wrappedValue); return instance }"
      ),
      "\(text)"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a decorator of a factory with registrations is reported`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var n: Factory<N> { self { N() }.decorator { log($0) } } }\n"
        + "func f() { Container.shared.n.register { N(1) } }\n",
      from: .factory
    )

    #expect(rows.map(\.why).contains("'.decorator' has no equivalent"))
  }

  @Test func `a once modifier is reported if other code changes the factory's modifiers`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var n: Factory<N> { self { N() }.once() } }\n"
        + "func f() { Container.shared.n.onTest { N(1) } }\n",
      from: .factory
    )

    #expect(rows.map(\.why).contains("'.once' has no equivalent"))
  }

  @Test func `an extension of Scope with other declarations is kept and reported`() {
    let (text, rows) = migrated(
      "import Factory\nextension Scope { static let session = Cached(); static func end() {} }\n",
      from: .factory
    )

    #expect(text.contains("extension Scope {"))
    #expect(rows.map(\.why) == ["'Scope' has no equivalent"])
  }

  @Test func `a custom container whose factories are all in extensions is removed`() {
    let (text, rows) = migrated(
      "import Factory\nfinal class Shelf: SharedContainer {\n  static let shared = Shelf()\n"
        + "  let manager = ContainerManager()\n}\n"
        + "extension Shelf {\n  var a: Factory<A> { self { A() }.cached }\n}\n",
      from: .factory
    )

    #expect(
      text == "import Dependence\nimport DependenceMacros\n"
        + "extension DependencyValues {\n  @DependencyEntry var a: A = A()\n}\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a property that reads a factory of its own container is replaced by that read`() {
    let (text, rows) = migrated(
      "import Factory\nextension Container {\n  var a: Factory<A> { self { A() }.cached }\n"
        + "  var first: A { a() }\n}\nlet b = Container.shared.first\n",
      from: .factory
    )

    #expect(
      text == "import Dependence\nimport DependenceMacros\nextension DependencyValues {\n"
        + "  @DependencyEntry var a: A = A()\n}\nlet b = Dependency(\\.a).wrappedValue\n"
    )
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "self { B() }.shared", "self { S() }.shared", "self { make() }.shared",
    "self { A() }.shared.onTest { B() }", "promised().shared",
  ])
  func `a shared factory is reported unless all of its values are known to be objects`(
    value: String
  ) {
    let (text, rows) = migrated(
      "import Factory\nfinal class A: P {}\nstruct S: P { let id = UUID() }\n"
        + "extension Container { var a: Factory<(any P)?> { \(value) } }\n",
      from: .factory
    )

    #expect(!text.contains("(lifetime: "), "\(text)")
    #expect(rows.map(\.why) == ["'.shared' has no equivalent"])
    #expect(rows.map(\.remedy) == [Self.shared])
  }

  @Test(arguments: ["final class A: P {}", "actor A: P {}", "protocol P: AnyObject {}"])
  func `a class, actor or class-bound protocol can be shared`(declaration: String) {
    let (text, rows) = migrated(
      "import Factory\n\(declaration)\nextension Container {\n"
        + "  var a: Factory<any P> { self { A() as any P }.shared }\n}\n",
      from: .factory
    )

    #expect(
      text.contains("@DependencyEntry(lifetime: .shared) var a: any P = A() as any P"),
      "\(text)"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a time to live that each read used to restart is reported`() {
    let (text, rows) = migrated(
      "import Factory\nextension Container {\n"
        + "  var a: Factory<A> { self { A() }.cached.timeToLive(60 * 5).onTest { A(1) } }\n}\n",
      from: .factory
    )

    #expect(
      text.contains(
        "@DependencyEntry(lifetime: .timeToLive(.seconds(60 * 5)), test: A(1)) var a: A = A()"
      ),
      "\(text)"
    )
    #expect(
      rows.map(\.why) == [
        "in Factory, each read restarted the time to live, but now it starts when the instance is created"
      ]
    )
  }

  @Test func `a time to live is reported if tests that read the factory need a clock`() {
    let test = "import Testing\n@Test func g() { #expect(f() == 1) }\n"
    let (_, rows) = migrated(
      "import Factory\nextension Container {\n"
        + "  var a: Factory<A> { self { A() }.cached.timeToLive(60).onTest { A(1) } }\n}\n"
        + "func f() -> A { Container.shared.a() }\n",
      from: .factory,
      beside: [(path: "Tests/AppTests/FileTests.swift", text: test)]
    )

    #expect(
      rows.map(\.why).contains(
        "tests reach 1 read of this factory, and fail because its lifetime needs a clock"
      )
    )
  }

  @Test func `a registered value to which the lifetime does not apply is reported`() {
    let (_, rows) = migrated(
      "import Factory\nfinal class A {}\nextension Container {\n"
        + "  var a: Factory<A> { self { A() }.shared }\n  var b: Factory<A> { self { A() }.shared }\n}\n"
        + "func f() { Container.shared.a.register { A() } }\n",
      from: .factory
    )

    #expect(
      rows.map(\.why).filter { $0.contains("lifetime") } == [
        "the lifetime '.shared' does not apply to registered values, so all reads within an override get the same instance"
      ]
    )
  }

  @Test func `a property that retained a shared instance still retains it`() {
    let (text, rows) = migrated(
      "import Factory\nimport XCTest\nfinal class A {}\nextension Container {\n"
        + "  var a: Factory<A> { self { A() }.shared.onTest { A() } }\n}\n"
        + "class B {\n  @Injected(\\.a) var b\n  @LazyInjected(\\.a) var c\n}\n"
        + "class C: XCTestCase {\n  @Injected(\\.a) var b\n}\n",
      from: .factory
    )

    #expect(
      text.hasSuffix(
        "class B {\n  @Dependency(\\.a, resolve: .captured) var b\n"
          + "  lazy var c = Dependency(\\.a).wrappedValue\n}\n"
          + "class C: XCTestCase {\n  lazy var b = Dependency(\\.a).wrappedValue\n}\n"
      ),
      "\(text)"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a factory with arguments is called and overridden like a closure`() {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var a: ParameterFactory<Int, A> {\n"
        + "  self { A($0) }.scopeOnParameters.cached\n} }\nlet a = Container.shared.a(5)\n"
        + "func f() { Container.shared.a.register { _ in Mock() } }\n",
      from: .factory
    )

    #expect(text.contains("let a = Dependency(\\.a).wrappedValue(5)"), "\(text)")
    #expect(
      text.contains("$0.a = DependencyFactory(lifetime: .singleton) { _ in Mock() }"),
      "\(text)"
    )
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "var a: Factory<A> { self { A() }.cached }", "func mock() { b.register { B() } }",
  ])
  func `a parameter with the name of a factory is left unchanged`(member: String) {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var c: Factory<C> { self { C() }.cached }; \(member) }\n"
        + "func g(_ c: () -> C) { h(c()) }\n",
      from: .factory
    )

    #expect(text.hasSuffix("\nfunc g(_ c: () -> C) { h(c()) }\n"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("Factory<A?> { self { stored.map(A.init) }.cached }", 1),
    ("Factory<A?> { self { nil }.cached }", 0), ("Factory<A?> { self { make() } }", 0),
    ("Factory<A> { self { make() }.cached }", 0),
  ])
  func `a kept factory of an optional type is reported`(factory: String, count: Int) {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var n: \(factory) }\n",
      from: .factory
    )

    let why = "Factory made the value again after it was 'nil', but now 'nil' is kept"
    #expect(rows.map(\.why) == Array(repeating: why, count: count))
  }

  @Test(arguments: [
    ("Factory<() -> Date> { self { { .now } } }", 1),
    ("Factory<(() -> Date)?> { self { nil } }", 1),
    ("Factory<@Sendable () -> Date> { self { { .now } } }", 0),
    ("Factory<@MainActor () -> Date> { self { { .now } } }", 0),
    ("ParameterFactory<() -> Date, N> { self { N($0) } }", 0),
    ("ParameterFactory<Int, () -> Date> { self { _ in { .now } } }", 0),
  ])
  func `a factory of closures that are not Sendable is reported`(factory: String, count: Int) {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var n: \(factory) }\n",
      from: .factory
    )

    #expect(
      rows.count {
        $0.why.hasPrefix("the values of a dependency must be 'Sendable', but closures of the type")
      } == count
    )
  }

  @Test func `the last scope of a factory takes effect`() {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var n: Factory<N> { self { N() }.cached.unique } }\n",
      from: .factory
    )

    #expect(text.contains("var n: Provider<N> = Provider { N() }"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [("Provider", "Dependence.Provider"), ("Dependency", "Provider")])
  func `a name of dependence is qualified if the project declares it`(
    name: String,
    provider: String
  ) {
    let (text, rows) = migrated(
      "import Factory\nstruct \(name) {}\nextension Container { var n: Factory<N> { self { N() } } }\n"
        + "struct S { @LazyInjected(\\.n) var n\n  func f() { Container.shared.n() } }\n",
      from: .factory
    )

    let dependency = name == "Dependency" ? "Dependence.Dependency" : name
    #expect(text.contains("var n: \(provider)<N> = \(provider) { N() }"))
    #expect(text.contains(name == "Dependency" ? "{ \(dependency)(\\.n)" : "{ Dependency(\\.n)"))
    #expect(!rows.isEmpty)
  }

  @Test func `a read of a factory with an unsupported getter is not reported as unknown`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var named: Factory<N> {\n#if DEBUG\nself { N() }\n#else\nself { M() }\n#endif\n} }\n"
        + "let n = Container.shared.named()\n",
      from: .factory
    )

    #expect(
      rows.map(\.why) == ["the command does not recognize this member of a container as a factory"]
    )
  }
}
