import Testing

/// Tests of the diagnostics for invalid uses of macros.
struct DiagnosticTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let source: String
    /// The expected diagnostics in the form `line:column: severity: message [fix-it]`.
    let diagnostics: [String]
    let fixed: String?

    init(_ source: String, _ diagnostics: String..., fixed: String? = nil) {
      self.source = source
      self.diagnostics = diagnostics
      self.fixed = fixed
    }

    var testDescription: String { source }
  }

  @Test(
    arguments: clients + unknownTypes + methods + conditions + endpoints + entries + dependencies
  )
  func `an invalid use is diagnosed at its source location with a fix-it`(example: Example) {
    let expansion = Expansion(of: example.source)

    #expect(expansion.diagnostics == example.diagnostics)
    #expect(expansion.fixed == example.fixed)
  }
}

// MARK: - @DependencyClient

private let clients: [DiagnosticTests.Example] =
  ["class", "enum", "actor", "protocol", "extension"].map { kind in
    .init(
      "@DependencyClient public \(kind) Client {}",
      """
      1:26: error: @DependencyClient can only be applied to a struct; declare a struct with a \
      closure for each endpoint
      """
    )
  }
  + ["~Copyable, Sendable", "Sendable & ~Copyable"].map { list in
    .init(
      "@DependencyClient struct Client: \(list) {}",
      """
      1:34: error: a client must be copyable, because each read copies it; remove '~Copyable'
      """
    )
  } + [
    .init(
      "@DependencyClient struct Client {\n  var limit = make()\n}",
      """
      2:7: error: 'limit' is a parameter of the client's initializer, but its type cannot be \
      inferred; add a type \
      [add a type]
      """,
      fixed: "@DependencyClient struct Client {\n  var limit: <#Type#> = make()\n}"
    ),
    .init(
      """
      @DependencyClient struct Client<each Value> {
        var save: @Sendable (Int, _ values: repeat each Value) throws -> Void
      }
      """,
      """
      2:39: error: endpoint 'save' has a parameter pack, which generated code cannot forward; use a tuple \
      such as '(repeat each Value)' instead
      """
    ),
    .init(
      """
      @DependencyClient struct Client {
        static let (a, b) = (1, 2), unimplemented = 3
        static func unimplemented() {}
        struct unimplemented {}
      }
      """,
      """
      2:31: error: @DependencyClient adds the static property 'unimplemented' to 'Client'; rename this \
      declaration
      """,
      """
      3:15: error: @DependencyClient adds the static property 'unimplemented' to 'Client'; rename this \
      declaration
      """,
      """
      4:10: error: @DependencyClient adds the static property 'unimplemented' to 'Client'; rename this \
      declaration
      """
    ),
    .init(
      """
      @DependencyClient struct Client {
        var unimplemented: @Sendable () throws -> Void
        static func unimplemented(_ id: Int) {}
      }
      """
    ),
    .init("@DependencyClient struct Client { let limit: Int; static let unimplemented = 3 }"),
    .init("@DependencyClient struct Client { let limit = make() }"),
    .init(
      "@DependencyClient struct Client {\n  let limit\n}",
      """
      2:7: error: 'limit' is a parameter of the client's initializer, but its type cannot be \
      inferred; add a type \
      [add a type]
      """,
      fixed: "@DependencyClient struct Client {\n  let limit: <#Type#>\n}"
    ),
    .init(
      "@DependencyClient struct Client {\n  var (a, b): (Int, Int)\n}",
      "2:7: error: a client's properties cannot be declared with a tuple pattern; declare each property separately"
    ),
    .init(
      "@DependencyClient struct Client {\n  var fetch: (Int) throws -> Int\n}",
      """
      2:14: error: endpoint 'fetch' may be called from any thread; its closure must be '@Sendable' \
      [add '@Sendable']
      """,
      fixed: "@DependencyClient struct Client {\n  var fetch: @Sendable (Int) throws -> Int\n}"
    ),
    .init(
      "@DependencyClient struct Client {\n  var fetch: ((Int) throws -> Int)?\n}",
      """
      2:14: error: endpoint 'fetch' may be called from any thread; its closure must be '@Sendable' \
      [add '@Sendable']
      """,
      fixed: "@DependencyClient struct Client {\n  var fetch: (@Sendable (Int) throws -> Int)?\n}"
    ),
    .init("@DependencyClient struct Client { var fetch: @MainActor () -> Void }"),
    .init(
      "@DependencyClient struct Client {\n  var count: @Sendable () async -> Int\n}",
      """
      2:14: warning: endpoint 'count' does not throw and returns a value, so a call traps if the \
      endpoint is unimplemented; make it 'throws', or give it an initial value [add 'throws'] \
      [give it an initial value]
      """,
      fixed: "@DependencyClient struct Client {\n  var count: @Sendable () async throws -> Int\n}"
    ),
    .init(
      "@DependencyClient struct Client {\n  var count: @Sendable () throws(Failure) -> Int\n}",
      """
      2:14: warning: endpoint 'count' throws only 'Failure' and returns a value, so a call traps \
      if the endpoint is unimplemented; make it 'throws', or give it an initial value [give it an \
      initial \
      value]
      """,
      fixed: """
        @DependencyClient struct Client {
          var count: @Sendable () throws(Failure) -> Int = { <#Int#> }
        }
        """
    ),
    .init(
      "@DependencyClient struct Client {\n  var find: @Sendable (Int, Int) throws(No) -> [Int] { didSet {} }\n}",
      """
      2:13: warning: endpoint 'find' throws only 'No' and returns a value, so a call traps if the \
      endpoint is unimplemented; make it 'throws', or give it an initial value [give it an \
      initial value]
      """,
      fixed: """
        @DependencyClient struct Client {
          var find: @Sendable (Int, Int) throws(No) -> [Int] = { _, _ in <#[Int]#> } { didSet {} }
        }
        """
    ),
    .init(
      "@DependencyClient struct Client {\n  typealias Fetch = () throws -> Int\n  var fetch: Fetch\n}",
      """
      3:14: error: endpoint 'fetch' may be called from any thread; its closure must be '@Sendable' \
      [add '@Sendable']
      """,
      fixed: """
        @DependencyClient struct Client {
          typealias Fetch = @Sendable () throws -> Int
          var fetch: Fetch
        }
        """
    ),
    .init(
      "@DependencyClient struct Client {\n  var isOn = { () -> Bool in false }\n}",
      """
      2:14: error: endpoint 'isOn' may be called from any thread; its closure must be '@Sendable' \
      [add '@Sendable']
      """,
      fixed: "@DependencyClient struct Client {\n  var isOn = { @Sendable () -> Bool in false }\n}"
    ),
    .init("@DependencyClient struct Client: @unchecked Sendable { var fetch: () throws -> Int }"),
    .init(
      "@DependencyClient struct Client {\n  var sum: @Sendable (Int...) -> Int = { $0.count }\n}",
      """
      2:22: error: endpoint 'sum' has a variadic parameter, which cannot be forwarded to the \
      endpoint's initial value; use an array instead
      """
    ),
    .init(
      "@DependencyClient struct Client {\n  let done: (@Sendable () -> Void)? = {}\n}",
      """
      2:3: warning: endpoint 'done' is a constant, so tests cannot replace it or observe every \
      call; make it a 'var' [replace 'let' with 'var']
      """,
      fixed: "@DependencyClient struct Client {\n  var done: (@Sendable () -> Void)? = {}\n}"
    ),
    .init("@DependencyClient struct Client { private let isOn: @Sendable () -> Bool = { false } }"),
    .init("@DependencyClient struct Client { var count: @Sendable () -> Int = { 0 } }"),
    .init("@DependencyClient struct Client { var count: @Sendable () -> () }"),
    .init(
      "@DependencyClient struct Client {\n  var `self`: @Sendable () -> Void\n}",
      "2:7: error: a client's property cannot be named 'self', because generated code uses 'self'; rename it"
    ),
  ]

// MARK: - Closures of unknown types

private let marked = """
  error: the initial value of 'fetch' is a closure, so 'fetch' is an endpoint, but the macro cannot \
  see that its type is a closure type; mark it with @DependencyEndpoint [add '@DependencyEndpoint']
  """

private func unknown(_ property: String) -> String {
  "@DependencyClient struct Client {\n  typealias Fetch<T> = @Sendable (T) -> T\n  \(property)\n}"
}

private let unknownTypes: [DiagnosticTests.Example] =
  [
    ("var fetch: Fetch? = { $0 }", 7), ("public var fetch: Optional<Fetch> = { $0 }", 14),
    ("var fetch: Fetch = { $0 }", 7), ("var fetch = { $0 } as Fetch", 7),
    ("var fetch: Fetch? = ({ $0 })", 7), ("let fetch: Fetch = { $0 }", 7),
    ("public private(set) var fetch: Feature.Fetch<Int>? = { $0 }", 27),
  ].map { property, column in
    .init(
      unknown(property),
      "3:\(column): \(marked)",
      fixed: unknown("@DependencyEndpoint \(property)")
    )
  }
  + [
    "@DependencyEndpoint var fetch: Fetch? = { $0 }", "private var fetch: Fetch? = { $0 }",
    "var fetch: Fetch? = nil", "var fetch: Fetch? = make", "var limit: Limit = { 3 }()",
    "var limits: [Fetch] = [{ $0 }]", "static let fetch: Fetch = { $0 }",
    "lazy var fetch: Fetch = { $0 }",
  ].map { .init("@DependencyClient struct Client { \($0) }") }
  + [
    .init(
      "@DependencyClient struct Client {\n  @DependencyEndpoint let fetch: Fetch = { $0 }\n}",
      """
      2:23: warning: endpoint 'fetch' is a constant, so tests cannot replace it or observe every \
      call; make it a 'var' [replace 'let' with 'var']
      """,
      fixed: "@DependencyClient struct Client {\n  @DependencyEndpoint var fetch: Fetch = { $0 }\n}"
    )
  ]

// MARK: - Methods with the names of endpoints

private let hidden = """
  warning: 'fetch' without a call, as in 'spy.wrap(client.fetch)', refers to this method instead of \
  the endpoint, because both have the same parameter types; rename the method
  """

private func client(_ method: String) -> String {
  """
  @DependencyClient struct Client {
    var fetch: @Sendable (_ id: Int, String) async throws -> Void
    \(method)
  }
  """
}

private let methods: [DiagnosticTests.Example] =
  [
    "func fetch(id: Int, _ name: String) async throws {}", "func fetch(number: Int, b: String) {}",
    "func fetch(_: Int, _: String) throws -> () {}", "func `fetch`(a: Int, b: String) -> Void {}",
  ].map { .init(client($0), "3:8: \(hidden)") }
  + [
    "static func fetch(id: Int, name: String) {}", "func fetch(id: Int) {}", "func fetch() {}",
    "func fetch(id: Int, name: String, limit: Int = 3) {}", "func find(id: Int, name: String) {}",
    "func fetch(id: Int, name: Int) {}", "func fetch(id: Int, name: String) -> Int { 0 }",
    "func fetch(id: Int, name: String...) {}",
  ].map { .init(client($0)) }
  + [
    .init(
      """
      @DependencyClient struct Client {
        var fetch: @Sendable (Int) -> Int = { $0 }
        var find: (@Sendable (Int) -> Int)?
        func fetch(id: Int) async -> Int { id }
        func fetch(name: Int) throws -> Int { name }
        func find(id: Int) -> Int { id }
      }
      """
    )
  ]

// MARK: - @DependencyEndpoint

private let conditions: [DiagnosticTests.Example] =
  [
    "canImport(Foundation)", "!canImport(Foundation)", "DEBUG && canImport(Foundation)",
    "RELEASE || canImport(Foundation)", "(canImport(Foundation, _version: 1) || RELEASE) && DEBUG",
  ].map { condition in
    .init(
      """
      @DependencyClient struct Client {
        #if \(condition)
        #if DEBUG
        var fetch: @Sendable () -> Void
        #endif
        #endif
      }
      """,
      """
      2:3: error: the macro cannot evaluate 'canImport', so it cannot find out whether 'fetch' \
      exists; use another condition, such as 'os(Linux)', or move the '#if' around the whole type
      """
    )
  } + [
    .init(
      """
      @DependencyClient struct Client {
        #if RELEASE
        #elseif canImport(Foundation)
        #else
        var fetch: @Sendable () -> Void
        #endif
      }
      """,
      """
      2:3: error: the macro cannot evaluate 'canImport', so it cannot find out whether 'fetch' \
      exists; use another condition, such as 'os(Linux)', or move the '#if' around the whole type
      """
    ),
    .init(
      """
      @DependencyClient struct Client {
        #if canImport(Foundation)
        static let shared = 1
        var text: String { "" }
        func run() {}
        #endif
      }
      """
    ),
    .init(
      """
      @DependencyClient struct Client {
        #if DEBUG >> 1
        var fetch: @Sendable () -> Void
        #endif
      }
      """,
      "2:13: error: expected '&&' or '||' expression"
    ),
    .init(
      """
      @Instantiable struct A: Instantiable {
        #if canImport(Foundation)
        @Received let b: B
        #endif
      }
      """,
      """
      2:3: error: the macro cannot evaluate 'canImport', so it cannot find out whether 'b' exists; \
      use another condition, such as 'os(Linux)', or move the '#if' around the whole type
      """
    ),
    .init(
      """
      @Instantiable struct A: Instantiable {
        @Received let b: B
        #if canImport(Foundation)
        init(b: B) { self.b = b }
        #endif
      }
      """,
      """
      3:3: error: the macro cannot evaluate 'canImport', so it cannot find out whether this \
      initializer exists; use another condition, such as 'os(Linux)', or move the '#if' around the \
      whole type
      """
    ),
    .init(
      """
      @Instantiable extension A: Instantiable {
        #if canImport(Foundation)
        static func instantiate() -> A { A() }
        #endif
      }
      """,
      """
      2:3: error: the macro cannot evaluate 'canImport', so it cannot find out whether this \
      function exists; use another condition, such as 'os(Linux)', or move the '#if' around the \
      whole type
      """
    ),
  ]

private let effect =
  "error: @DependencyEndpoint only has an effect on a stored property of a @DependencyClient"

private let endpoints: [DiagnosticTests.Example] = [
  .init(
    "struct Client {\n  @DependencyEndpoint var fetch: Fetch\n}",
    """
    2:3: \(effect); add @DependencyClient to 'Client', or remove the attribute \
    [remove '@DependencyEndpoint']
    """,
    fixed: "struct Client {\n  var fetch: Fetch\n}"
  ),
  .init(
    "@DependencyClient struct Client {\n  @DependencyEndpoint func fetch() {}\n}",
    "2:3: \(effect) [remove '@DependencyEndpoint']",
    fixed: "@DependencyClient struct Client {\n  func fetch() {}\n}"
  ),
  .init(
    "@DependencyClient struct Client {\n  @DependencyEndpoint static let fetch: Fetch = {}\n}",
    "2:3: \(effect) [remove '@DependencyEndpoint']",
    fixed: "@DependencyClient struct Client {\n  static let fetch: Fetch = {}\n}"
  ),
  .init(
    "@DependencyEndpoint let fetch: Fetch = {}",
    "1:1: \(effect) [remove '@DependencyEndpoint']",
    fixed: "let fetch: Fetch = {}"
  ),
  .init(
    "extension Client {\n  @DependencyEndpoint var fetch: Fetch { {} }\n}",
    "2:3: \(effect) [remove '@DependencyEndpoint']",
    fixed: "extension Client {\n  var fetch: Fetch { {} }\n}"
  ),
  .init("@DependencyClient struct Client { @DependencyEndpoint var fetch: Fetch }"),
  .init("@DependencyClient public struct Client { @DependencyEndpoint let fetch: Fetch }"),
]

// MARK: - @DependencyEntry

private func values(_ member: String) -> String {
  "extension DependencyValues {\n  \(member)\n}"
}

private let entries: [DiagnosticTests.Example] = [
  .init(
    values("@DependencyEntry func x() {}"),
    "2:3: error: @DependencyEntry can only be applied to a 'var' in an extension of DependencyValues"
  ),
  .init(
    values("@DependencyEntry public let x: Int = 1"),
    """
    2:27: error: the property of a dependency must be a 'var', because the dependency can be \
    overridden [replace 'let' \
    with 'var']
    """,
    fixed: values("@DependencyEntry public var x: Int = 1")
  ),
  .init(
    values("@DependencyEntry static var x: Int = 1"),
    """
    2:20: error: an entry must be an instance property of DependencyValues, not a type property \
    [remove 'static']
    """,
    fixed: values("@DependencyEntry var x: Int = 1")
  ),
  .init(
    values("@DependencyEntry var x: Int = 1, y: Int = 2"),
    "2:3: error: accessor macro can only be applied to a single variable",
    "2:3: error: peer macro can only be applied to a single variable"
  ),
  .init(
    values("@DependencyEntry var (x, y): (Int, Int) = (1, 2)"),
    "2:24: error: an entry cannot be declared with a tuple pattern; declare each entry separately"
  ),
  .init(
    values("@DependencyEntry var x: Int { 1 }"),
    """
    2:31: error: @DependencyEntry generates the accessors of 'x'; remove them, and specify the \
    live value as '= …' [remove the accessors]
    """,
    fixed: values("@DependencyEntry var x: Int ")
  ),
  .init(
    "struct Values {\n  @DependencyEntry var x: Int = 1\n}",
    "2:3: error: @DependencyEntry can only be used in an extension of DependencyValues; move the property there"
  ),
  .init(
    values("@DependencyEntry var x = make()"),
    """
    2:24: error: the type of 'x' cannot be inferred from its initial value; add a type [add a type]
    """,
    fixed: values("@DependencyEntry var x: <#Type#> = make()")
  ),
  .init(
    values("@DependencyEntry(preview: 1) var x: Int"),
    """
    2:20: error: 'preview:' requires a live value; add '= …', or specify the value in the \
    dependency key instead [remove the arguments]
    """,
    fixed: values("@DependencyEntry var x: Int")
  ),
  .init(
    values("@DependencyEntry(test: 1) var x: Int"),
    """
    2:20: error: 'test:' requires a live value; add '= …', or specify the value in the dependency \
    key instead [remove the arguments]
    """,
    fixed: values("@DependencyEntry var x: Int")
  ),
  .init(
    values("@DependencyEntry var x: @Sendable () -> Void"),
    """
    2:27: error: no key name can be derived from the type '@Sendable () -> Void'; give 'x' an \
    initial value, or write its accessors yourself
    """
  ),
]

// MARK: - @DependencyProperties

private let dependencies: [DiagnosticTests.Example] =
  ["enum", "protocol", "extension"].map { kind in
    .init(
      "@DependencyProperties(\\.a) \(kind) Model {}",
      """
      1:28: error: @DependencyProperties adds stored properties, so it can only be applied to a \
      class, a struct or an actor
      """
    )
  }
  + [
    "\\.a.b", "\\.a?", "\\.self", "\\Other.a", "\\.[0]", "\\.a[0]", "\\.a<Int>", "\\.a(x:)",
    "\"a\"", "path",
  ].map { path in
    .init(
      "@DependencyProperties(\(path)) class Model {}",
      """
      1:23: error: '\(path)' is not a key path to a single property of DependencyValues; use a \
      key path such as '\\.clock', and access members of its value where you need them
      """
    )
  } + [
    .init(
      "@DependencyProperties(\\.a, \\.b, \\.a) class Model {}",
      "1:33: warning: 'a' is listed twice; remove the second key path [remove it]",
      fixed: "@DependencyProperties(\\.a, \\.b) class Model {}"
    ),
    .init(
      "@DependencyProperties() class Model {}",
      "1:1: warning: @DependencyProperties has no arguments, so it adds no properties; add key paths such as '\\.clock'"
    ),
  ]
