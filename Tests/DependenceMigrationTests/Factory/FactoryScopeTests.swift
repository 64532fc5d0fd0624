import DependenceMigration
import Testing

/// Code of Factory inside of what is rewritten itself.
struct FactoryScopeTests {
  @Test func `the body of a function that sets its container up is rewritten`() {
    let (text, rows) = migrated(
      """
      import FactoryKit
      extension Container {
        func setUp() {
          a.register { A() }
          f(b())
        }
        var a: Factory<A> { self { A() }.cached }
        var b: Factory<B> { self { B() }.cached }
      }
      func f(_ b: B) {}

      """,
      from: .factory
    )

    #expect(
      text == """
        import Dependence
        import DependenceMacros
        extension DependencyValues {
          static func setUp() {
            prepareDependencies { $0.a = A() }
            f(Dependency(\\.b).wrappedValue)
          }
          @DependencyEntry var a: A = A()
          @DependencyEntry var b: B = B()
        }
        func f(_ b: B) {}

        """
    )
    #expect(rows.isEmpty)
  }

  @Test func `the closure behind the arguments of a factory is rewritten`() {
    let (text, rows) = migrated(
      """
      import FactoryKit
      extension Container {
        var a: ParameterFactory<Int, A> { self { A($0) } }
        var b: Factory<B> { self { B() }.cached }
      }
      let a = Container.shared.a(1) { Container.shared.b() }

      """,
      from: .factory
    )

    #expect(
      text.hasSuffix("let a = Dependency(\\.a).wrappedValue(1) { Dependency(\\.b).wrappedValue }\n")
    )
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("import Dependence\nimport FactoryKit\n", "import Dependence\n"),
    (
      "#if DEBUG\nimport Dependence\n#endif\nimport FactoryKit\n",
      "#if DEBUG\nimport Dependence\n#endif\nimport Dependence\n"
    ),
    (
      "import Dependence\n#if DEBUG\nimport FactoryKit\n#endif\n",
      "import Dependence\n#if DEBUG\nimport Dependence\n#endif\n"
    ),
    ("import FactoryKit\nimport Factory\n", "import Dependence\n"),
    (
      "import FactoryKit\nimport class Factory.Container\n",
      "import Dependence\nimport class Dependence.Container\n"
    ),
  ])
  func `a module is imported once, and again only under a condition or in part`(
    before: String,
    after: String
  ) {
    #expect(migrated(before, from: .factory).text == after)
  }
}
