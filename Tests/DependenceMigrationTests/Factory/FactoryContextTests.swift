import DependenceMigration
import Testing

/// Tests of factories with values for contexts, of code without an equivalent, and of lazy wrappers
/// whose lock the migration would remove.
struct FactoryContextTests {
  @Test func `several containers at the end of a parameter list are removed`() {
    let (text, rows) = migrated(
      """
      import Factory
      struct S { init(n: Int, container: Container = .shared, other: Container = .shared) {} }

      """,
      from: .factory
    )

    #expect(text == "import Dependence\nstruct S { init(n: Int) {} }\n")
    #expect(rows == [])
  }

  private func entry(_ factory: String) -> (text: String, rows: [String]) {
    let (text, rows) = migrated(
      "import Factory\nextension Container {\n  \(factory)\n}\n",
      from: .factory
    )
    let opening = "extension DependencyValues {\n"
    let entry = text.firstRange(of: opening).map { text[$0.upperBound...].dropLast(3) }
    return (String(entry ?? ""), rows.map(\.why))
  }

  @Test(arguments: [
    (
      "var a: Factory<A?> { self { A() }.cached.onTest { nil } }",
      "@DependencyEntry(test: nil as A?) var a: A? = A()"
    ),
    (
      "var a: Factory<A?> { self { A() }.onTest { nil } }",
      "@DependencyEntry(test: Provider { nil } as Provider<A?>) var a: Provider<A?> = Provider { A() }"
    ),
    (
      "var a: Factory<A> { self { A() }.cached.onTest { .mock }.onPreview { .init(1) } }",
      "@DependencyEntry(preview: .init(1) as A, test: .mock as A) var a: A = A()"
    ),
    (
      "var a: Factory<[A]> { self { [A()] }.cached.onTest { [] } }",
      "@DependencyEntry(test: [] as [A]) var a: [A] = [A()]"
    ),
    (
      "var a: ParameterFactory<Int, A> { self { A($0) }.onTest { _ in .mock } }",
      "@DependencyEntry(test: { _ in .mock } as (@Sendable (Int) -> A)) var a: @Sendable (Int) -> A = { A($0) }"
    ),
    (
      "var a: Factory<A> { self { A() }.cached.onTest({ Mock() }).onPreview({ Sample() }) }",
      "@DependencyEntry(preview: Sample(), test: Mock()) var a: A = A()"
    ),
  ])
  func `a context value gets an explicit type if the macro needs it`(before: String, after: String)
  {
    let (text, rows) = entry(before)

    #expect(text == "  " + after)
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    (".decorator { print($0) }", "decorator"), (".onArg(\"mock\") { Mock() }", "onArg"),
    (".onDebug { Mock() }", "onDebug"), (".scope(.session)", "scope"),
    (".context(.arg(\"a\"), .debug) { Mock() }", "context"),
  ])
  func `code without an equivalent is kept in a REMOVED comment`(modifier: String, name: String) {
    let (text, rows) = entry("var a: Factory<A> { self { A() }.cached\(modifier) }")

    #expect(text.contains("  // REMOVED: \(modifier)\n  @DependencyEntry var a: A = A()"))
    #expect(rows == ["'.\(name)' has no equivalent"])
  }

  @Test(arguments: ["onPreview", "onTest"])
  func `a context value that a function creates is reported`(name: String) {
    let (text, rows) = entry("var a: Factory<A> { self { A() }.cached.\(name)(makeMock) }")

    #expect(text.contains("  // REMOVED: .\(name)(makeMock)\n  @DependencyEntry var a: A = A()"))
    #expect(
      rows == [
        "the argument of '.\(name)' is not a closure literal, so it was removed"
      ]
    )
  }

  @Test func `removed code of several lines is kept in one comment per line`() {
    let (text, _) = entry(
      "var a: Factory<A> {\n    self { A() }.cached\n      .decorator {\n        print($0)\n      }\n  }"
    )

    #expect(
      text.contains(
        "  // REMOVED: .decorator {\n  // REMOVED:         print($0)\n  // REMOVED:       }\n  @DependencyEntry"
      )
    )
  }

  @Test(arguments: [
    "final class A: Sendable { # }", "class A: @unchecked Sendable { # }",
    "class B: Sendable {}\nfinal class A: B { # }",
    "protocol P: Sendable {}\nfinal class A: P { # }",
    "final class A { # }\nextension A: @unchecked Sendable {}",
  ])
  func `a lazy wrapper in a Sendable class is kept and reported`(code: String) {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var n: Factory<N> { self { N() } } }\n"
        + code.replacing("#", with: "@LazyInjected(\\.n) var n") + "\n",
      from: .factory
    )

    #expect(text.contains("{ @LazyInjected(\\.n) var n }"))
    #expect(
      rows.map(\.why) == [
        "'@LazyInjected' uses a lock, but a 'lazy var' of this 'Sendable' class would not"
      ]
    )
  }

  @Test(arguments: [
    "final class A { # }", "@MainActor final class A: Sendable { # }", "actor A { # }",
  ])
  func `a lazy wrapper in another class or an actor becomes a lazy variable`(code: String) {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var n: Factory<N> { self { N() } } }\n"
        + code.replacing("#", with: "@LazyInjected(\\.n) var n") + "\n",
      from: .factory
    )

    #expect(text.contains("{ lazy var n = Dependency(\\.n).wrappedValue() }"))
    #expect(rows.isEmpty)
  }

  private static let assigned = "'n' reads a dependency and cannot be assigned"
  private static let changed = "'n' reads a dependency and cannot be changed"

  /// Each argument contains the declaration of a dependency's type, a statement that changes the
  /// injected property, and the reason that is reported, or `nil` if the statement is still valid
  /// after the migration.
  @Test(
    arguments: [
      ("struct N {}", "n = x ?? N()", assigned), ("final class N {}", "n += 1", assigned),
      ("struct N {}", "self.n -= x", assigned), ("struct N {}", "(x, n) = (1, N())", assigned),
      ("final class N {}", "load(&n)", assigned), ("struct N {}", "load(&self.n.x)", changed),
      ("struct N {}", "n.x.y = 1", changed), ("protocol N {}", "n[0] = 1", changed),
      ("struct N { mutating func go() {} }", "n.go()", changed), ("", "n.toggle()", changed),
      ("", "run { [self] in n.append(1) }", changed), ("", "n?.x = 1", changed),
      ("final class N {}", "n.x.y = 1", nil), ("protocol N: AnyObject {}", "n.x += 1", nil),
      ("actor N {}", "n[0] = 1", nil), ("struct N { func append() {} }", "n.append()", nil),
      ("struct N {}", "_ = n.x == 1", nil), ("struct N {}", "var n = N(); n.x = 1", nil),
      ("struct N {}", "other.m = n", nil), ("", "n.go().x = 1", nil),
    ] as [(String, String, String?)]
  )
  func `a change of an injected property is reported`(type: String, change: String, why: String?) {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var n: Factory<N> { self { N() }.cached } }\n\(type)\n"
        + "class A {\n  @Injected(\\.n) private var n\n  func f() {\n    \(change)\n  }\n}\n",
      from: .factory
    )

    #expect(rows.map(\.why) == [why].compactMap(\.self))
  }

  @Test func `a change of an injected property in an extension or from outside is reported`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var n: Factory<N> { self { N() }.cached } }\nstruct N {}\n"
        + "class A { @Injected(\\.n) var n }\nextension A { func f() { n.x = 1 } }\n",
      from: .factory,
      beside: [("Sources/App/Other.swift", "func g(_ a: A) { a.n.x = 1; a.n.y += 1 }\n")]
    )

    #expect(
      rows.map(\.why).sorted() == [
        "'n' is changed elsewhere, but it reads a dependency and cannot be changed", Self.changed,
      ]
    )
  }

  @Test func `an assignment to an injected property is reported`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container { var n: Factory<N> { self { N() } } }\n"
        + "class A {\n  @Injected(\\.n) var n\n  func f() { n = N() }\n  func g() { self.n = N() }\n}\n",
      from: .factory
    )

    #expect(
      rows.map(\.why)
        == Array(repeating: "'n' reads a dependency and cannot be assigned", count: 2)
    )
    #expect(rows.map(\.line) == [7, 9])
  }
}
