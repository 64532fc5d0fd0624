import DependenceMigration
import Testing

struct RegistrationTests {
  /// Migrates an assembly that contains the given lines, and returns the new lines and the reasons
  /// that are reported.
  private func assembled(_ lines: String) -> (text: String, rows: [String]) {
    let head = "import Swinject\nstruct M: Assembly { func assemble(container: Container) {\n"
    let (text, rows) = migrated(head + lines + "} }\n", from: .swinject)
    let opening =
      "import DependenceModules\nstruct M { var modules: Dependencies { Dependencies {\n"
    #expect(text.hasPrefix(opening))
    return (String(text.dropFirst(opening.count).dropLast("} } }\n".count)), rows.map(\.why))
  }

  @Test func `the module of a registration includes its initCompleted closure`() {
    let (text, rows) = assembled(
      """
        container.register(B.self) { r in B(r.resolve(C.self)!) }.initCompleted { r, b in b.d = 1 }.inObjectScope(.container)
        container.register(C.self) { _ in C() }

      """
    )

    #expect(
      text == """
          Module { () -> B in
            let b: B = B(DependencyValues.current[module: Provider<C>.self]())
            b.d = 1
            return b
          }
          Module { Provider { C() as C } }

        """
    )
    #expect(rows.isEmpty)
  }

  @Test func `a registration whose completion closes a dependency cycle is kept and reported`() {
    let kept =
      "container.register(B.self) { _ in B() }.initCompleted { r, b in b.c = r.resolve(C.self)! }.inObjectScope(.container)"

    let (text, rows) = assembled(
      """
        container.register(A.self) { _ in A() }.initCompleted { r, a in a.b = r.resolve(B.self)! }.inObjectScope(.container)
        \(kept)
        container.register(C.self) { r in C(r.resolve(B.self)!) }.inObjectScope(.container)

      """
    )

    #expect(
      text.hasPrefix(
        "  Module { () -> A in\n    let a: A = A()\n"
          + "    a.b = DependencyValues.current[module: B.self]\n    return a\n  }\n  // MIGRATE:"
      )
    )
    #expect(
      text.hasSuffix(
        "  \(kept)\n  Module { C(DependencyValues.current[module: B.self]) as C }\n"
      )
    )
    #expect(
      rows == ["a list of modules cannot contain this statement of the assembly"]
    )
  }

  @Test(arguments: ["guard isOn else { return }", "if isOff { return }"])
  func `a statement that ends an assembly early is reported with the modules after it`(
    statement: String
  ) {
    let (text, rows) = assembled(
      """
        \(statement)
        container.register(B.self) { _ in B() }.inObjectScope(.container)

      """
    )

    #expect(text.hasSuffix("  \(statement)\n  Module { B() as B }\n"))
    #expect(
      rows == [
        "a list of modules cannot end early, so the modules after this statement are now always provided"
      ]
    )
  }

  @Test func `a transient instance is created for each reader`() {
    let (text, rows) = assembled(
      """
        let a = 1, b = 2
        container.register(B.self) { _ in B(a, b) }.inObjectScope(.transient)
        container.register(C.self) { r in C(r.resolve(B.self)!, r.resolve(B.self)!) }.inObjectScope(.container)

      """
    )

    let made = "DependencyValues.current[module: Provider<B>.self]()"
    #expect(
      text == """
          let a = 1, b = 2
          Module { Provider { B(a, b) as B } }
          Module { C(\(made), \(made)) as C }

        """
    )
    #expect(rows.isEmpty)
  }

  private static let register = "c.register(A.self) { _ in A() }.inObjectScope(.container)"

  @Test(arguments: [
    (
      "func f(_ c: Shelf) { c.register(A.self) { _ in } }",
      "a module does not support this registration"
    ),
    (
      "func f(_ c: Shelf) { c.register(A.self, key: 1) { _ in A() } }",
      "a module does not support this registration"
    ),
    (
      "func f(_ c: Shelf) { c.register(A.self) { r, id in A(id) } }",
      "a module does not support this registration"
    ),
    (
      "func f(_ c: Shelf) { c.register(A.self) { [weak b] _ in A(b!) } }",
      "a module does not support this registration"
    ),
    (
      "func f(_ c: Shelf) { c.register(A.self) { [b = make()] _ in A(b) } }",
      "a module does not support this registration"
    ),
    ("func h() { let a = Assembler([A()], parent: b) }", "'Assembler' has no equivalent"),
  ])
  func `a registration that no module can express is kept and reported`(code: String, why: String) {
    let (text, rows) = migrated("import Swinject\n\(code)\n", from: .swinject)

    #expect(text.hasSuffix("\n\(code)\n"))
    #expect(rows.map(\.why) == [why])
  }

  @Test func `the capture of self is removed from a registered closure`() {
    let (text, rows) = migrated(
      "import Swinject\nstruct A: Assembly { func assemble(container: Container) {\n"
        + "  container.register(B.self) { [unowned self] _ in B(self.c) }.inObjectScope(.container)\n} }\n",
      from: .swinject
    )

    #expect(text.contains("\n  Module { B(self.c) as B }\n"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "func fill(_ c: Container, _ n: Int) { # }", "func fill(_ c: Container) -> Int { #; return 1 }",
    "struct A: Assembly { func assemble(container c: Container) throws { # } }\nfunc h() { A().assemble() }",
  ])
  func `a function that does more than fill a container keeps its signature`(code: String) {
    let (text, rows) = migrated(
      "import Swinject\n\(code.replacing("#", with: Self.register))\n",
      from: .swinject
    )

    let prepared = "prepareDependencies(Dependencies { Module { A() as A } })"
    #expect(text.hasSuffix("\n\(code.replacing("#", with: prepared))\n"))
    #expect(rows.map(\.why).contains("'Container' has no equivalent"))
  }

  @Test(arguments: [
    "let a: A = .resolve(B.self)", "func f() { A().assemble(into: box) }",
    "func find<S>(_ type: S.Type) -> S { .resolve(type) }",
  ])
  func `a call to a project function of the same name is left unchanged`(code: String) {
    let (text, rows) = migrated("import Swinject\n\(code)\n", from: .swinject)

    #expect(text == "import DependenceModules\n\(code)\n")
    #expect(rows.isEmpty)
  }

  @Test func `a conformance to Assembly is removed and other conformances are kept`() {
    let (text, rows) = migrated(
      "import Swinject\nstruct A: B, Assembly, C { func assemble(container: Container) {} }\n"
        + "struct D: Assembly, E { func assemble(container: Container) {} }\n",
      from: .swinject
    )

    let modules = "var modules: Dependencies { Dependencies {} }"
    #expect(
      text == "import DependenceModules\nstruct A: B, C { \(modules) }\n"
        + "struct D: E { \(modules) }\n"
    )
    #expect(rows.isEmpty)
  }
}
