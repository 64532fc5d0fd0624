import DependenceMigration
import Testing

/// Tests of calls that create a client without its endpoints, such as `Client()`.
struct SwiftDependenciesClientTests {
  private static let client =
    "@DependencyClient struct C { var a: () -> Bool = { false }; var b: () throws -> Int }\n"
  private static let hosted =
    "@DependencyClient struct H { var host: String; var a: () -> Bool = { false } }\n"
  private static let unknown =
    "'.init()' may create a client whose endpoints with an initial value no longer report calls"

  @Test(arguments: [
    ("func f() -> C { .init() }", "func f() -> C { .unimplemented }"),
    ("func f() -> C? { return .init() }", "func f() -> C? { return .unimplemented }"),
    (
      "func f() -> C { if isOn { return .init() }; return g() }",
      "func f() -> C { if isOn { return .unimplemented }; return g() }"
    ),
    (
      "func f() -> C { b ? .init() : C() }",
      "func f() -> C { b ? .unimplemented : C.unimplemented }"
    ),
    (
      "func f() -> C { switch b { case true: .init()\ndefault: g() } }",
      "func f() -> C { switch b { case true: .unimplemented\ndefault: g() } }"
    ),
    ("var c: C { get { (.init()) } }", "var c: C { get { (.unimplemented) } }"),
    ("let c: C = { .init() }()", "let c: C = { .unimplemented }()"),
    ("let c = { () -> C in .init() }", "let c = { () -> C in .unimplemented }"),
    ("let c: () -> C = { .init() }", "let c: () -> C = { .unimplemented }"),
    ("let c = d ?? .init() as C", "let c = d ?? .unimplemented as C"),
    ("func f(c: C = .init()) {}", "func f(c: C = .unimplemented) {}"),
    ("func f(c: C) {}\nlet x = f(c: .init())", "func f(c: C) {}\nlet x = f(c: .unimplemented)"),
    (
      "extension DependencyValues { var c: C { self[C.self] } }\nlet x = { $0.c = .init() }",
      "extension DependencyValues { var c: C { self[C.self] } }\nlet x = { $0.c = .unimplemented }"
    ),
    (
      "extension DependencyValues { var c: C { self[C.self] } }\nlet x = f(.dependency(\\.c, .init()))",
      "extension DependencyValues { var c: C { self[C.self] } }\nlet x = f(.dependency(\\.c, .unimplemented))"
    ),
    ("let x = { $0[C.self] = .init() }", "let x = { $0[C.self] = .unimplemented }"),
    ("typealias D = C\nlet x = D()", "typealias D = C\nlet x = D.unimplemented"),
    (
      "enum K { typealias Value = C; static let testValue: Value = .init() }\n"
        + "enum L { typealias Value = Int }",
      "enum K { typealias Value = C; static let testValue: Value = .unimplemented }\n"
        + "enum L { typealias Value = Int }"
    ),
  ])
  func `a client without arguments becomes unimplemented wherever its type is stated`(
    before: String,
    after: String
  ) {
    let (text, rows) = migrated("import Dependencies\n\(Self.client)\(before)\n")

    #expect(text == "import Dependence\n\(Self.client)\(after)\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "let x = f(.init())", "let x: [C] = [.init()]", "let x = m.map { .init() }",
    "func f(c: C) {}\nfunc g(c: Int) {}\nlet x = f(c: .init())",
    "struct Box<Value> { init(value: Value) {} }\nlet x = Box<C>(value: .init())",
  ])
  func `a call that may create a client with initial values is reported`(code: String) {
    let (text, rows) = migrated("import Dependencies\n\(Self.client)\(code)\n")

    #expect(text.hasSuffix("\n\(code.split(separator: "\n").last ?? "")\n"))
    #expect(rows.map(\.why) == [Self.unknown])
    #expect(
      rows.map(\.remedy) == [
        "use '.unimplemented' of the client if it does, and otherwise remove this comment"
      ]
    )
  }

  @Test func `an endpoint in a conditional block counts as an endpoint with an initial value`() {
    let client =
      "@DependencyClient struct C {\n#if DEBUG\nvar a: () -> Bool = { false }\n#endif\n}\n"

    let (_, rows) = migrated("import Dependencies\n\(client)let x = f(.init())\n")

    #expect(rows.map(\.why) == [Self.unknown])
  }

  @Test func `an initializer of a client that is used as a function is reported`() {
    let (_, rows) = migrated("import Dependencies\n\(Self.client)let x = f(C.init)\n")

    #expect(
      rows.map(\.why) == [
        "'C.init' may create a client whose endpoints with an initial value no longer report calls"
      ]
    )
  }

  @Test(arguments: [
    "let x: Int = .init()", "func f(_ a: Int) -> Bool { a == .init() }",
    "func f(i: Int) {}\nlet x = f(i: .init())", "var i: Int\nfunc f() { i = .init() }",
    "let x = f(.init(a: 1))",
  ])
  func `a call that creates another type is not reported`(code: String) {
    let (text, rows) = migrated("import Dependencies\n\(Self.client)\(code)\n")

    #expect(text == "import Dependence\n\(Self.client)\(code)\n")
    #expect(rows.isEmpty)
  }

  @Test func `a call whose type is unknown is not reported if no client has initial values`() {
    let client = "@DependencyClient struct C { var a: () -> Void; var b: (() -> Void)? = nil }\n"

    #expect(migrated("import Dependencies\n\(client)let x = f(.init())\n").rows.isEmpty)
  }

  @Test(arguments: ["let x = H(host: \"a\")", "let x = f(.init(host: \"a\"))"])
  func `a client with only arguments that are not endpoints is kept and reported`(code: String) {
    let (text, rows) = migrated("import Dependencies\n\(Self.hosted)\(code)\n")

    #expect(text.hasSuffix("\n\(code)\n"))
    #expect(
      rows.map(\.why) == [
        "in swift-dependencies, all endpoints of this client reported calls, but now those with an initial value do not"
      ]
    )
    #expect(
      rows.map(\.remedy) == [
        "pass a closure that calls 'unimplemented' for each endpoint with an initial value"
      ]
    )
  }

  @Test(arguments: [
    ("import App\n", "import App\n", "Tests/AppTests/A.swift"),
    ("", "", "Sources/App/A.swift"),
  ])
  func `a client is migrated in a file that does not import swift-dependencies`(
    before: String,
    after: String,
    path: String
  ) {
    let (text, rows) = migrated(
      "\(before)let x = C()\nlet y = f(.init())\n",
      at: path,
      beside: [("Sources/App/C.swift", "import DependenciesMacros\n\(Self.client)")]
    )

    #expect(
      text == "\(after)let x = C.unimplemented\n// MIGRATE: \(Self.unknown); "
        + "use '.unimplemented' of the client if it does, and otherwise remove this comment\n"
        + "let y = f(.init())\n"
    )
    #expect(rows.map(\.why) == [Self.unknown])
  }

  @Test(arguments: [
    ("Tests/AppTests/A.swift", "import DependenceMacros\n"),
    ("Sources/Other/A.swift", "import DependenciesMacros\n"),
  ])
  func `a file that cannot use an unmigrated client is left unchanged`(
    path: String,
    macros: String
  ) {
    let code = "let x = C()\nlet y = f(.init())\n"

    let (text, rows) = migrated(
      code,
      at: path,
      beside: [("Sources/App/C.swift", "\(macros)\(Self.client)")]
    )

    #expect(text == code)
    #expect(rows.isEmpty)
  }
}
