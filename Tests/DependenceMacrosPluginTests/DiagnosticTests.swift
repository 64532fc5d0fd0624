import Testing

/// The diagnostics for invalid uses of macros.
struct DiagnosticTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let source: String
    /// `line:column: severity: message [fix-it]`
    let diagnostics: [String]
    let fixed: String?

    init(_ source: String, _ diagnostics: String..., fixed: String? = nil) {
      self.source = source
      self.diagnostics = diagnostics
      self.fixed = fixed
    }

    var testDescription: String { source }
  }

  @Test(arguments: clients + endpoints + entries + dependencies)
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
      1:26: error: @DependencyClient makes a client of a struct; declare one, with a closure for \
      each endpoint
      """
    )
  } + [
    .init(
      "@DependencyClient struct Client {\n  var limit = make()\n}",
      """
      2:7: error: 'limit' is a parameter of the client's initialiser and needs a type; write it down \
      [add a type]
      """,
      fixed: "@DependencyClient struct Client {\n  var limit: <#Type#> = make()\n}"
    ),
    .init("@DependencyClient struct Client { let limit = make() }"),
    .init(
      "@DependencyClient struct Client {\n  let limit\n}",
      """
      2:7: error: 'limit' is a parameter of the client's initialiser and needs a type; write it down \
      [add a type]
      """,
      fixed: "@DependencyClient struct Client {\n  let limit: <#Type#>\n}"
    ),
    .init(
      "@DependencyClient struct Client {\n  var (a, b): (Int, Int)\n}",
      "2:7: error: a property of a client has a name of its own; declare each one by itself"
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
      2:14: warning: endpoint 'count' does not throw and has a result, so that an unimplemented call \
      traps; make it 'throws', or give it an initial value [add 'throws'] [give it an initial value]
      """,
      fixed: "@DependencyClient struct Client {\n  var count: @Sendable () async throws -> Int\n}"
    ),
    .init(
      "@DependencyClient struct Client {\n  var count: @Sendable () throws(Failure) -> Int\n}",
      """
      2:14: warning: endpoint 'count' throws only 'Failure' and has a result, so that an \
      unimplemented call traps; make it 'throws', or give it an initial value [give it an initial \
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
      2:13: warning: endpoint 'find' throws only 'No' and has a result, so that an unimplemented call \
      traps; make it 'throws', or give it an initial value [give it an initial value]
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
      2:22: error: endpoint 'sum' has an initial value, and nobody can hand a variadic parameter on \
      to that; take an array
      """
    ),
    .init(
      "@DependencyClient struct Client {\n  let done: (@Sendable () -> Void)? = {}\n}",
      """
      2:3: warning: endpoint 'done' is a constant, so that no test can implement it, or see every call; \
      make it a 'var' [replace 'let' with 'var']
      """,
      fixed: "@DependencyClient struct Client {\n  var done: (@Sendable () -> Void)? = {}\n}"
    ),
    .init("@DependencyClient struct Client { private let isOn: @Sendable () -> Bool = { false } }"),
    .init("@DependencyClient struct Client { var count: @Sendable () -> Int = { 0 } }"),
    .init("@DependencyClient struct Client { var count: @Sendable () -> () }"),
  ]

// MARK: - @DependencyEndpoint

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
    "2:3: error: @DependencyEntry makes a property of DependencyValues out of a 'var'"
  ),
  .init(
    values("@DependencyEntry public let x: Int = 1"),
    """
    2:27: error: a dependency can be overridden, so that its property is a 'var' [replace 'let' \
    with 'var']
    """,
    fixed: values("@DependencyEntry public var x: Int = 1")
  ),
  .init(
    values("@DependencyEntry static var x: Int = 1"),
    """
    2:20: error: an entry is a property of each DependencyValues, not of the type [remove 'static']
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
    "2:24: error: an entry has a name; declare each one by itself"
  ),
  .init(
    values("@DependencyEntry var x: Int { 1 }"),
    """
    2:31: error: @DependencyEntry writes the accessors of 'x'; leave them out, and give the live \
    value as '= …' [remove the accessors]
    """,
    fixed: values("@DependencyEntry var x: Int ")
  ),
  .init(
    "struct Values {\n  @DependencyEntry var x: Int = 1\n}",
    "2:3: error: @DependencyEntry stands in an 'extension DependencyValues'"
  ),
  .init(
    values("@DependencyEntry var x = make()"),
    """
    2:24: error: the type of 'x' is not evident from its spelling; write it down [add a type]
    """,
    fixed: values("@DependencyEntry var x: <#Type#> = make()")
  ),
  .init(
    values("@DependencyEntry(preview: 1) var x: Int"),
    """
    2:20: error: 'preview:' wants a live value beside it; add '= …', or give the value in the key \
    that the property is named for [remove the arguments]
    """,
    fixed: values("@DependencyEntry var x: Int")
  ),
  .init(
    values("@DependencyEntry(test: 1) var x: Int"),
    """
    2:20: error: 'test:' wants a live value beside it; add '= …', or give the value in the key that \
    the property is named for [remove the arguments]
    """,
    fixed: values("@DependencyEntry var x: Int")
  ),
  .init(
    values("@DependencyEntry var x: @Sendable () -> Void"),
    """
    2:27: error: '@Sendable () -> Void' has no name that a key could be named for; give 'x' an \
    initial value, or write its accessors by hand
    """
  ),
]

// MARK: - @DependencyProperties

private let dependencies: [DiagnosticTests.Example] =
  ["enum", "protocol", "extension"].map { kind in
    .init(
      "@DependencyProperties(\\.a) \(kind) Model {}",
      """
      1:28: error: @DependencyProperties adds stored properties; it goes on a class, a struct or an actor
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
      1:23: error: '\(path)' is not one property of DependencyValues; name it as in '\\.clock', and \
      read what it leads to where it is used
      """
    )
  } + [
    .init(
      "@DependencyProperties(\\.a, \\.b, \\.a) class Model {}",
      "1:33: warning: 'a' is named twice; once is enough [remove it]",
      fixed: "@DependencyProperties(\\.a, \\.b) class Model {}"
    ),
    .init(
      "@DependencyProperties() class Model {}",
      "1:1: warning: @DependencyProperties names no dependency; add key paths, as in '\\.clock'"
    ),
  ]
