import DependenceMigration
import Testing

/// Tests of factories without a scope. Factory evaluates such a factory at each read, which makes a
/// difference unless its value is constant.
struct ConstantTests {
  private static let types = """
    struct Ticket { let id = UUID() }
    struct Point { var x = 0; let y: Int }
    struct Stamp { let date: Date; init(date: Date) { self.date = date } }
    struct Logged { init() { print(1) } }
    struct Wrapped { @Stored var a = 1 }
    enum Mode { case fast, slow(Int); static var current: Mode { .fast }; static let usual = make() }
    let limit = 3
    var counter = 0
    extension FileManager { func clear() {} }
    extension NotificationCenter { static var shared: NotificationCenter { .init() } }
    func f() { let local = next() }
    #if DEBUG
    let level = 3
    #endif

    """

  private func entry(_ type: String, _ value: String) -> (entry: String, rows: [String]) {
    let (text, rows) = migrated(
      "import Factory\n\(Self.types)extension Container { var n: Factory<\(type)> { self { \(value) } } }\n",
      from: .factory
    )
    let opening = "extension DependencyValues { @DependencyEntry var n: "
    let entry = text.firstRange(of: opening).map { text[$0.upperBound...].dropLast(" }\n".count) }
    return (String(entry ?? ""), rows.map(\.why))
  }

  @Test(arguments: [
    ("Date", "Date.now"), ("Date", ".now"), ("Date", "Date()"), ("Ticket", "Ticket()"),
    ("Ticket", ".init()"), ("Logged", "Logged()"), ("Wrapped", "Wrapped()"),
    ("Mode", "Mode.current"), ("Mode", ".current"), ("Mode", ".slow(next())"), ("Int", "counter"),
    ("Int", "next()"), ("Int", "limit + next()"), ("String", "\"\\(Date())\""),
    ("Point", "Point(y: next())"), ("[Int]", "[next()]"), ("Stamp", "Stamp(date: .now)"),
    ("Bool", "settings.isOn"), ("Int", "local"), ("Unknown", "Unknown()"),
    ("Locale", "Locale.current"), ("NotificationCenter", "NotificationCenter.shared"),
    ("@Sendable () -> Int", "{ [counter = Counter()] in counter.next() }"),
  ])
  func `an expression whose value can change becomes a provider`(
    type: String,
    value: String
  ) {
    let (entry, rows) = entry(type, value)

    #expect(entry == "Provider<\(type)> = Provider { \(value) }")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("Int", "3"), ("Int", "-3 + 2"), ("String", "\"a\""), ("[Int]", "[1, 2]"), ("Int?", "nil"),
    ("Point", "Point(y: 1)"), ("Point", ".init(x: 1, y: 2)"), ("Mode", ".fast"),
    ("Mode", "Mode.slow(2)"), ("Mode", ".usual"), ("Int", "limit"), ("Int", "level"),
    ("URLSession", "URLSession.shared"), ("URL", "URL(string: \"https://x\")!"),
    ("any Store", "UserDefaults.standard as any Store"), ("[Int: Int]", "[:]"),
    ("Stamp", "Stamp(date: Date(timeIntervalSince1970: 0))"),
    ("FileManager", "FileManager.default"), ("NotificationCenter", "NotificationCenter.default"),
    ("@Sendable () -> Int", "{ [limit, three = 3] in limit + three }"),
  ])
  func `a constant expression becomes a plain value`(type: String, value: String) {
    let (entry, rows) = entry(type, value)

    #expect(entry == "\(type) = \(value)")
    #expect(rows.isEmpty)
  }

  private static let literals = """
    struct Trace: ExpressibleByStringLiteral { let n: Int; init(stringLiteral s: String) { n = next() } }
    struct Count: ExpressibleByIntegerLiteral { let n: Int; init(integerLiteral n: Int) { log(); self.n = n } }
    struct List: ExpressibleByArrayLiteral { let n: Int; init(arrayLiteral e: Int...) { n = next() } }
    struct Name: ExpressibleByStringLiteral { let s: String; init(stringLiteral s: String) { self.s = s } }
    struct Path: ExpressibleByStringLiteral { init(stringLiteral s: String) { self.init(s) }; init(_ s: String, in p: Path = "a") {} }
    struct Call { let trace: Trace }
    struct Opened { var trace: Trace = "a" }
    typealias Alias = Trace
    typealias Traces = [String: [Trace]]
    extension URL: @retroactive ExpressibleByStringLiteral { public init(stringLiteral s: String) { self = next() } }

    """

  @Test(arguments: [
    ("Trace", "\"a\""), ("[Trace]", "[\"a\", \"b\"]"), ("[String: Trace]", "[\"a\": \"b\"]"),
    ("[Trace: Int]", "[\"a\": 1]"), ("Trace?", "\"a\""), ("Trace", "\"a\" as Trace"),
    ("any P", "\"a\" as Trace"), ("Alias", "\"a\""), ("Traces", "[\"a\": [\"b\"]]"),
    ("Set<Trace>", "[\"a\"]"), ("Count", "-3"), ("List", "[1, 2]"), ("List", "[]"),
    ("URL", "\"a\""), ("Path", "\"a\""), ("Call", "Call(trace: \"a\")"), ("Opened", "Opened()"),
  ])
  func `a literal that may run an initializer of the project becomes a provider`(
    type: String,
    value: String
  ) {
    let (text, rows) = migrated(
      "import Factory\n\(Self.literals)extension Container { var n: Factory<\(type)> { self { \(value) } } }\n",
      from: .factory
    )

    #expect(text.contains("var n: Provider<\(type)> = Provider { \(value) }"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("Name", "\"a\""), ("[Name]", "[\"a\"]"), ("[String: Int]", "[\"a\": 1]"), ("Trace?", "nil"),
    ("[Trace]", "[]"), ("Int", "3"),
  ])
  func `a literal that always makes the same value becomes a plain value`(
    type: String,
    value: String
  ) {
    let (text, rows) = migrated(
      "import Factory\n\(Self.literals)extension Container { var n: Factory<\(type)> { self { \(value) } } }\n",
      from: .factory
    )

    #expect(text.contains("var n: \(type) = \(value)"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("func testIt() { Container.shared.n.register { next() } }", true),
    ("func testIt() { Container.shared.n.register { 4 } }", false),
    ("func testIt() { let a = 4; Container.shared.n.register { a } }", false),
    ("func testIt() { var a = 4; Container.shared.n.register { a } }", true),
  ])
  func `a registration whose value can change makes its factory a provider`(
    code: String,
    isProvider: Bool
  ) {
    let test = "import Factory\nimport Testing\n\(code)\n"

    let (text, rows) = migrated(
      "import Factory\nextension Container { public var n: Factory<Int> { self { 3 } } }\n",
      from: .factory,
      beside: [("Tests/AppTests/A.swift", test)]
    )

    #expect(text.contains(isProvider ? "Provider<Int> = Provider { 3 }" : "Int = 3"))
    #expect(rows.isEmpty)
  }

  @Test func `a Swinject registration becomes a provider unless its value is constant`() {
    let (text, rows) = migrated(
      """
      import Swinject
      struct Ticket { let id = UUID() }
      struct Trace: ExpressibleByStringLiteral { init(stringLiteral s: String) { log() } }
      struct A: Assembly { func assemble(container: Container) {
        container.register(Ticket.self) { _ in Ticket() }
        container.register(Int.self) { _ in 3 }
        container.register(Trace.self) { _ in "a" }
      } }
      let ticket = box.resolve(Ticket.self)!

      """,
      from: .swinject
    )

    #expect(
      text.contains(
        "  Module { Provider { Ticket() as Ticket } }\n  Module { 3 as Int }\n  Module { Provider { \"a\" as Trace } }\n"
      )
    )
    #expect(text.hasSuffix("= DependencyValues.current[module: Provider<Ticket>.self]()\n"))
    #expect(rows.isEmpty)
  }
}
