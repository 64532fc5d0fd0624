import DependenceMigration
import Testing

/// Tests of `resolve` calls whose type or name is not written like that of the registration.
struct SwinjectLookupTests {
  /// Migrates an assembly with the given registrations and a reader, and returns the last line of
  /// the new text and the reasons that are reported.
  private func resolved(
    _ registrations: String,
    _ reader: String,
    declaring types: String = ""
  ) -> (text: String, rows: [String]) {
    let (text, rows) = migrated(
      "import Swinject\n\(types)\nstruct M: Assembly { func assemble(container: Container) {\n"
        + "  \(registrations)\n} }\n\(reader)\n",
      from: .swinject,
      at: "Sources/App/File.swift"
    )
    return (String(text.split(separator: "\n").last ?? ""), rows.map(\.why))
  }

  @Test(arguments: [
    ("typealias Backend = Api", "Backend", "box.resolve(Api.self)", "Api"),
    ("typealias Backend = Api", "Api", "box.resolve(Backend.self)", "Backend"),
    ("typealias Backend = any Api", "Api", "box.resolve((any Backend).self)", "any Backend"),
    ("protocol Api {}", "Api", "box.resolve(App.Api.self)", "App.Api"),
    ("enum Net { typealias Client = Api }", "Api", "box.resolve(Net.Client.self)", "Net.Client"),
  ])
  func `a service is found by another spelling of its type`(
    declaration: String,
    registered: String,
    reader: String,
    type: String
  ) {
    let (text, rows) = resolved(
      "container.register(\(registered).self) { _ in Live() }",
      "let a = \(reader)",
      declaring: declaration
    )

    #expect(text == "let a = Dependencies.resolveIfRegistered(Provider<\(type)>.self)?()")
    #expect(rows.isEmpty)
  }

  @Test func `a nested type is found by its short name inside the enclosing type`() {
    let (text, rows) = resolved(
      "container.register(Profile.Model.self) { _ in Profile.Model() }\n"
        + "  container.register(Model.self) { _ in Model() }.inObjectScope(.container)",
      "extension Profile { static func load() { g(box.resolve(Model.self)!) } }",
      declaring: "enum Profile { final class Model {} }\nfinal class Model { var a = 1 }"
    )

    #expect(text.contains("g(DependencyValues.current[module: Provider<Model>.self]())"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("\"eu\"", "Tag.eu.rawValue"), ("Names.main", "\"main\""), ("\"us\"", "name"),
    ("code", "\"\\(region)\""),
  ])
  func `a service is found by a name that the source code does not show`(
    registered: String,
    name: String
  ) {
    let (text, rows) = resolved(
      "container.register(Api.self, name: \(registered)) { _ in Live() }",
      "let a = box.resolve(Api.self, name: \(name))"
    )

    #expect(
      text == "let a = Dependencies.resolveIfRegistered(Provider<Api>.self, named: \(name))?()"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a name that may refer to modules of different types is reported`() {
    let (_, rows) = resolved(
      "container.register(Api.self, name: \"eu\") { _ in Live() }\n"
        + "  container.register(Api.self, name: \"us\") { _ in Live() }.inObjectScope(.container)",
      "let a = [\"eu\", \"us\"].compactMap { box.resolve(Api.self, name: $0) }"
    )

    #expect(rows == ["the name $0 may refer to services that modules provide as different types"])
  }

  @Test(arguments: [
    ("box.resolve(Model.self)", "'Model'"), ("box.resolve(Api.self)!", "'Api'"),
    ("box.resolve(Api.self, name: \"us\")", "'Api' with the name \"us\""),
  ])
  func `a service that the migrated files do not register is reported`(
    reader: String,
    service: String
  ) {
    let (_, rows) = resolved(
      "container.register(Api.self, name: \"eu\") { _ in Live() }",
      "let a = \(reader)"
    )

    #expect(rows == ["the migrated files do not register \(service)"])
  }

  @Test func `a service whose registration is reported is not reported again`() {
    let (text, rows) = resolved(
      "container.register(Api.self, factory: Live.init)",
      "let a = box.resolve(Api.self)"
    )

    #expect(text == "let a = Dependencies.resolveIfRegistered(Api.self)")
    #expect(rows == ["a list of modules cannot contain this statement of the assembly"])
  }

  @Test func `a service named nil is the service without a name`() {
    let (text, rows) = resolved(
      "container.register(Api.self, name: nil) { _ in Live() }",
      "let a = box.resolve(Api.self)"
    )

    #expect(text == "let a = Dependencies.resolveIfRegistered(Provider<Api>.self)?()")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("box.resolve(Api.self)!", "DependencyValues.current[module: Provider<Api>.self]()"),
    (
      "box.resolve(Api.self, argument: 1)!",
      "DependencyValues.current[module: (@Sendable (Int) -> Api).self](1)"
    ),
    (
      "box.resolve(Api.self, arguments: 1, \"a\")",
      "Dependencies.resolveIfRegistered((@Sendable (Int, String) -> Api).self)?(1, \"a\")"
    ),
  ])
  func `registrations of a type with different numbers of arguments are separate services`(
    before: String,
    after: String
  ) {
    let (text, rows) = migrated(
      """
      import Swinject
      struct M: Assembly { func assemble(container: Container) {
        container.register(Api.self) { _ in Live() }
        container.register(Api.self) { (_: Resolver, id: Int) in Live(id) }
        container.register(Api.self) { (_: Resolver, id: Int, name: String) in Live(id, name) }
      } }
      let a = \(before)

      """,
      from: .swinject
    )

    #expect(
      text == """
        import DependenceModules
        struct M { var modules: Dependencies { Dependencies {
          Module { Provider { Live() as Api } }
          Module { () -> (@Sendable (Int) -> Api) in { id in Live(id) } }
          Module { () -> (@Sendable (Int, String) -> Api) in { id, name in Live(id, name) } }
        } } }
        let a = \(after)

        """
    )
    #expect(rows.isEmpty)
  }

  @Test func `a service that is registered with different argument types is reported`() {
    let (text, rows) = resolved(
      "container.register(Api.self) { (_: Resolver, id: Int) in Live(id) }\n"
        + "  container.register(Api.self) { (_: Resolver, name: String) in Live(name) }",
      "let a = box.resolve(Api.self, argument: b)"
    )

    #expect(text == "let a = box.resolve(Api.self, argument: b)")
    #expect(rows == ["'Api' is registered several times, with arguments of different types"])
  }

  @Test func `a service that is registered only with arguments is reported`() {
    let (_, rows) = resolved(
      "container.register(Api.self) { (_: Resolver, id: Int) in Live(id) }",
      "let a = box.resolve(Api.self)"
    )

    #expect(rows == ["the migrated files do not register 'Api' without arguments"])
  }

  @Test func `the remedy for a registration in a loop names the types that its readers resolve`() {
    let (_, rows) = migrated(
      """
      import Swinject
      struct M: Assembly { func assemble(container: Container) {
        container.register(Api.self) { _ in Live() }.inObjectScope(.container)
        container.register(Api.self, name: "main") { _ in Live() }.inObjectScope(.container)
        for code in codes { container.register(Api.self, name: "region-\\(code)") { _ in Live() } }
      } }
      let a = box.resolve(Api.self)
      let b = box.resolve(Api.self, name: name)

      """,
      from: .swinject
    )

    #expect(
      rows.filter { $0.why == "a list of modules cannot contain this statement of the assembly" }
        .map(\.remedy) == [
          "write a 'Module { … }' that provides 'Api', which is the type that its readers resolve, named \"region-\\(code)\""
        ]
    )
  }
}
