import Testing

@testable import DependenceGraphAnalysis

struct LiveValueTests {
  private static let reader = """
    @Instantiable struct App { @Dependency(\\.client) var client }
    extension DependencyValues { var client: Int { self[test: ClientKey.self] } }
    """

  /// Each argument contains declarations of a key, and whether the key is reported to lack a live
  /// value.
  @Test(arguments: [
    ("enum ClientKey: TestDependencyKey {}", true),
    ("enum ClientKey: DependencyKey {}", false),
    ("enum ClientKey: Dependence.TestDependencyKey {}", true),
    ("enum ClientKey: TestDependencyKey {}\nextension ClientKey: DependencyKey {}", false),
    ("extension DependencyValues { enum ClientKey: TestDependencyKey {} }", true),
    ("protocol NeutralKey: DependencyKey {}\nenum ClientKey: NeutralKey {}", false),
    ("protocol FakeKey: TestDependencyKey {}\nenum ClientKey: FakeKey {}", true),
    ("protocol Live: DependencyKey {}\nenum ClientKey: TestDependencyKey, Live {}", false),
    (
      "protocol Live: DependencyKey {}\nenum ClientKey: TestDependencyKey {}\nextension ClientKey: Live {}",
      false
    ),
    ("enum ClientKey: Sendable, TestDependencyKey {}", true),
    ("extension ClientKey: Sendable {}", false),
    // A key or a protocol that the scanned files do not declare may provide a live value.
    ("enum ClientKey: ForeignKey {}", false),
    ("", false),
  ])
  func `a key gets its live value from a declaration`(keys: String, isMissing: Bool) {
    let findings = Validator.findings(in: Analysis(of: "\(Self.reader)\n\(keys)"))

    #expect(findings.map(\.kind) == (isMissing ? [.missingLiveValue] : []))
  }

  /// Each argument contains declarations of the type `Client`, and the state of its live value.
  /// Neither the name of the type nor that of each protocol ends in `Key`.
  @Test(arguments: [
    ("struct Client: TestDependencyKey {}\nextension Client: Live {}", "live"),
    ("struct Client: Live {}\nextension Client: TestDependencyKey {}", "live"),
    ("struct Client: TestDependencyKey {}\nextension Client: Sendable {}", "missing"),
    (
      "enum Space { struct Client: TestDependencyKey {} }\ntypealias Client = Space.Client\nextension Space.Client: Live {}",
      "live"
    ),
  ])
  func `a conformance counts if only another conformance shows that the type is a key`(
    declarations: String,
    state: String
  ) {
    let analysis = Analysis(
      of: """
        @Instantiable struct App { @Dependency(Client.self) var client }
        protocol Live: DependencyKey {}
        \(declarations)
        """
    )

    let verdicts = analysis.project.keyReads.map { KeyIndex(analysis).verdict(on: $0) }

    #expect(verdicts.map(\.state.rawValue) == [state])
  }

  /// Each argument contains a declaration in another module, and the resulting state of the key's
  /// live value.
  @Test(arguments: [
    ("extension ClientKey: DependencyKey { public static var liveValue: Int { 1 } }", "live"),
    (
      "extension ClientKey: @retroactive DependencyKey { public static var liveValue: Int { 1 } }",
      "live"
    ),
    (
      "extension Interface.ClientKey: DependencyKey { public static var liveValue: Int { 1 } }",
      "live"
    ),
    ("extension ClientKey: Sendable {}", "missing"),
  ])
  func `a key of an interface module gets its live value from another module`(
    implementation: String,
    value: String
  ) {
    let analysis = Analysis(
      of: [
        "App/App.swift":
          "import Interface\nimport Live\n@Instantiable struct App { @Dependency(\\.client) var client }",
        "Interface/Client.swift": """
        public enum ClientKey: TestDependencyKey { public static var testValue: Int { 0 } }
        extension DependencyValues { public var client: Int { self[test: ClientKey.self] } }
        """,
        "Live/Client.swift": "import Interface\n\(implementation)",
      ]
    )

    let keys = KeyIndex(analysis)
    let verdicts = analysis.project.keyReads.map { keys.verdict(on: $0) }

    #expect(verdicts.map(\.state.rawValue) == [value])
  }

  /// Each argument contains code that reads a key, and the number of findings for it.
  @Test(arguments: [
    ("@Dependency(ClientKey.self) var a", 1),
    ("@Dependency(test: ClientKey.self) var a", 1),
    ("@Dependency(\\.client, resolve: .captured) var a", 1),
    ("var a: Int { DependencyValues.current[ClientKey.self] }", 1),
    ("var a: Int { Dependence.DependencyValues.current.client }", 1),
    ("func f() { @Dependency(\\.client) var a }", 1),
    ("struct Inner { @Dependency(\\.client) var a }", 1),
    ("@Dependency(\\.client) var a // dependence:allow-missing-live", 0),
    ("// dependence:allow-missing-live: the app prepares it\n  @Dependency(\\.client) var a", 0),
    ("let b = \"dependence:allow-missing-live\"; @Dependency(\\.client) var a", 1),
    ("@Dependency(\\.client) var a /* dependence:allow-missing-live */; let b = 1", 0),
    ("let b = 1 // dependence:allow-missing-live\n  @Dependency(\\.client) var a", 1),
    ("@Dependency(\\.elsewhere) var a", 0),
    ("@Dependency(\\.entry) var a", 0),
  ])
  func `a key read is found wherever it is in a type`(read: String, count: Int) {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          @Instantiable struct App {
            \(read)
          }
          enum ClientKey: TestDependencyKey {}
          extension DependencyValues {
            var client: Int { self[test: ClientKey.self] }
            @DependencyEntry var entry: Int = 1
          }
          """
      )
    )

    #expect(findings.count(where: { $0.kind == .missingLiveValue }) == count)
    #expect(findings.count == count)
  }

  /// Each argument contains a member of the type `App`, other declarations, and the number of
  /// findings for reads of a key in them.
  @Test(arguments: [
    ("", "class Base { @Dependency(\\.client) var a }", 1),
    ("", "class Base: Root {}\nclass Root { func f() { @Dependency(\\.client) var a } }", 1),
    ("", "class Base { @DependencyProperties(\\.client) struct Inner {} }", 1),
    ("", "class Base {}\nclass Other { @Dependency(\\.client) var a }", 0),
    (
      "", "protocol Base {}\nextension Base { var a: Int { Dependency(\\.client).wrappedValue } }",
      1
    ),
    (
      "",
      "protocol Base: P {}\nprotocol P {}\nextension P { func f() { @Dependency(\\.client) var a } }",
      1
    ),
    (
      "",
      "protocol Base {}\nprotocol P {}\nextension App: P {}\nextension P { func f() { @Dependency(\\.client) var a } }",
      1
    ),
    ("@Inject(\\.client) var a", "class Base {}\ntypealias Inject = Dependency", 1),
    (
      "@Inject(\\.client) var a", "class Base {}\ntypealias Inject<T> = Dependence.Dependency<T>", 1
    ),
    ("let a = Inject(ClientKey.self)", "class Base {}\ntypealias Inject = Dependency", 1),
    ("@Environment(\\.client) var a", "class Base {}", 0),
    ("let a = Text(\\.client)", "class Base {}\nstruct Text {}", 0),
    ("func f() { @Dependency(\\.client) var a }", "class Base { @Dependency(\\.client) var a }", 2),
  ])
  func `a read in a superclass, in a protocol or through an alias is found`(
    member: String,
    others: String,
    count: Int
  ) {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          @Instantiable final class App: Base { \(member) }
          \(others)
          enum ClientKey: TestDependencyKey {}
          extension DependencyValues { var client: Int { self[test: ClientKey.self] } }
          """
      )
    )

    #expect(findings.map(\.kind) == Array(repeating: .missingLiveValue, count: count))
  }

  /// Each argument contains a read of a dependency that the scan cannot identify, and the name of
  /// the dependency in the summary.
  @Test(arguments: [
    ("@Dependency(path) var a", "path"), ("@Dependency(Paths.client) var a", "Paths.client"),
    ("let a = Dependency(path)", "path"), ("@Dependency(path, resolve: .captured) var a", "path"),
    (
      "func f() { _ = DependencyValues.current[keyPath: path] }",
      "DependencyValues.current[keyPath: path]"
    ),
    ("func f() { _ = DependencyValues.current[key] }", "DependencyValues.current[key]"),
    (
      "func f() { typealias Inject = Dependency; @Inject(\\.client) var a }",
      "typealias Inject = Dependency"
    ),
    (
      "func f() { typealias Values = Dependence.DependencyValues; _ = Values.current.a }",
      "typealias Values = Dependence.DependencyValues"
    ),
  ])
  func `a read of a dependency that the code does not name is not checked`(
    read: String,
    name: String
  ) {
    let analysis = Analysis(
      of: """
        @Instantiable struct App { @State(x) var s; let d = Other(x); \(read) }
        struct Plain { \(read) }
        """
    )

    #expect(Validator.findings(in: analysis) == [])
    #expect(
      CheckSummary.text(of: analysis) == """
        the graph is valid: 1 type under 1 root
        not checked, because the scanned files do not show whether the key has a live value: \(name)

        """
    )
  }

  @Test func `a read of the current values is not checked`() {
    let analysis = Analysis(
      of:
        "@Instantiable struct App { func f() { let values = DependencyValues.current; g(values.a) } }"
    )

    #expect(
      CheckSummary.text(of: analysis) == """
        the graph is valid: 1 type under 1 root
        not checked, because the scanned files do not show whether the key has a live value: DependencyValues.current

        """
    )
  }

  @Test func `a key of a protocol that only has the name DependencyKey is unknown`() {
    let analysis = Analysis(
      of: """
        protocol DependencyKey {}
        enum ClientKey: DependencyKey {}
        @Instantiable struct App { @Dependency(ClientKey.self) var client }
        """
    )

    let states = analysis.project.keyReads.map { KeyIndex(analysis).verdict(on: $0).state }

    #expect(states == [.unknown])
  }

  /// Each argument contains a module, code in that module, and whether the code prepares the key.
  @Test(arguments: [
    ("App", "func start() { prepareDependencies { $0.client = 2 } }", true),
    ("App", "func start() { prepareDependencies { $0[test: ClientKey.self] = 2 } }", true),
    ("App", "struct Start { init() { prepareDependencies { $0.client.list[3] = 2 } } }", false),
    ("App", "func start() { prepareDependencies { $0.client.url = 2 } }", false),
    ("App", "func start() { prepareDependencies { load(&$0.client) } }", false),
    ("App", "func start() { prepareDependencies { $0.other = 2 } }", false),
    ("App", "prepareDependencies { $0.client = 2 }", true),
    ("App", "func start() { prepareDependencies { if b { $0.client = 2 } } }", true),
    ("App", "func start() { prepareDependencies { v in for _ in b { v.client = 2 } } }", true),
    ("App", "func start() { prepareDependencies {\n#if DEBUG\n$0.client = 2\n#endif\n} }", true),
    ("App", "func start() { prepareDependencies {\n#if X\n$0.client = 2\n#endif\n} }", false),
    ("App", "func start() { prepareDependencies { $0.live() } }", true),
    ("App", "func start() { prepareDependencies { setUp(&$0) } }", true),
    ("App", "func start() { prepareDependencies { list.forEach { $0.client = 2 } } }", false),
    ("App", "func start() { prepareDependencies { print($0.client) } }", false),
    ("App", "func start() { withDependencies { $0.client = 2 } operation: {} }", false),
    ("Dependence", "func start() { prepareDependencies(update) }", false),
    ("AppTests", "func start() { prepareDependencies { $0.client = 2 } }", false),
  ])
  func `a prepared key has a live value`(module: String, code: String, isLive: Bool) {
    let findings = Validator.findings(
      in: Analysis(
        of: [
          "App/App.swift": "\(Self.reader)\nenum ClientKey: TestDependencyKey {}",
          "\(module)/Start.swift": code,
        ]
      )
    )

    #expect(findings.map(\.kind) == (isLive ? [] : [.missingLiveValue]))
  }

  /// Each argument contains statements of a function, and the state of the key's live value.
  @Test(arguments: [
    ("prepareDependencies { $0.client = 2 }", "live"),
    ("do { prepareDependencies { $0.client = 2 } } catch {}", "live"),
    ("do { prepareDependencies { $0.client = 2 }; try f() } catch {}", "live"),
    ("do { try? f(); prepareDependencies { $0.client = 2 } } catch {}", "live"),
    ("do { try f(); prepareDependencies { $0.client = 2 } }", "live"),
    ("let ready: Void = prepareDependencies { $0.client = 2 }", "live"),
    ("#if DEBUG\nprepareDependencies { $0.client = 2 }\n#endif", "live"),
    ("let n = try prepareDependencies { $0.client = 2; return $0.other }", "live"),
    ("prepareDependencies { $0.client = b ? 1 : 2 }", "live"),
    ("prepareDependencies { v in do { v.client = 2 } }", "live"),
    ("let f = { return 1 }; prepareDependencies { $0.client = 2 }", "live"),
    ("func f() -> Int { return 1 }; prepareDependencies { $0.client = 2 }", "live"),
    ("struct S { var n: Int { return 1 } }; prepareDependencies { $0.client = 2 }", "live"),
    ("if b { f() }; prepareDependencies { $0.client = 2 }", "live"),
    ("if b { prepareDependencies { $0.client = 2 } }", "unknown"),
    ("if b {} else { prepareDependencies { $0.client = 2 } }", "unknown"),
    ("guard b else { prepareDependencies { $0.client = 2 }; return }", "unknown"),
    ("switch b { case true: prepareDependencies { $0.client = 2 }; default: break }", "unknown"),
    ("for _ in b { prepareDependencies { $0.client = 2 } }", "unknown"),
    ("while b { prepareDependencies { $0.client = 2 } }", "unknown"),
    ("repeat { prepareDependencies { $0.client = 2 } } while b", "unknown"),
    ("do { try f() } catch { prepareDependencies { $0.client = 2 } }", "unknown"),
    ("do { try f(); prepareDependencies { $0.client = 2 } } catch {}", "unknown"),
    ("do { if b { throw E() }; prepareDependencies { $0.client = 2 } } catch {}", "unknown"),
    ("do { try prepareDependencies { $0.client = try f() } } catch {}", "unknown"),
    ("try? prepareDependencies { $0.client = try f() }", "unknown"),
    ("defer { prepareDependencies { $0.client = 2 } }", "unknown"),
    ("Task { prepareDependencies { $0.client = 2 } }", "unknown"),
    ("b ? prepareDependencies { $0.client = 2 } : ()", "unknown"),
    ("_ = b && prepareDependencies { $0.client = 2 }", "unknown"),
    ("guard b else { return }; prepareDependencies { $0.client = 2 }", "unknown"),
    ("if b { return }\ndo { prepareDependencies { $0.client = 2 } }", "unknown"),
    ("prepareDependencies { if b { $0.client = 2 } }", "unknown"),
    ("prepareDependencies { v in for _ in b { v.client = 2 } }", "unknown"),
    ("prepareDependencies { v in f { v.client = 2 } }", "unknown"),
    ("prepareDependencies { guard b else { return }; $0.client = 2 }", "unknown"),
    ("if b { prepareDependencies { $0[test: ClientKey.self] = 2 } }", "unknown"),
    (
      "if b { prepareDependencies { $0.client = 2 } }; prepareDependencies { $0.client = 2 }",
      "live"
    ),
  ])
  func `a preparation that may not run leaves the live value unknown`(
    statements: String,
    state: String
  ) {
    let analysis = Analysis(
      of: [
        "App/App.swift": "\(Self.reader)\nenum ClientKey: TestDependencyKey {}",
        "App/Start.swift": "func start() { \(statements) }",
      ]
    )
    let keys = KeyIndex(analysis)

    #expect(analysis.project.keyReads.map { keys.verdict(on: $0).state.rawValue } == [state])
  }

  @Test(arguments: [
    ("let n = 1\nprepareDependencies { $0.client = 2 }", "live"),
    ("if n > 1 { prepareDependencies { $0.client = 2 } }", "unknown"),
    ("struct Start { init() { prepareDependencies { $0.client = 2 } } }", "live"),
    ("struct Start { var n: Int { prepareDependencies { $0.client = 2 }; return 1 } }", "live"),
    ("struct Start { let n: Void = prepareDependencies { $0.client = 2 } }", "live"),
    ("struct Start { static let n: Void = prepareDependencies { $0.client = 2 } }", "unknown"),
    ("struct Start { lazy var n: Void = prepareDependencies { $0.client = 2 } }", "unknown"),
    ("let n: Void = prepareDependencies { $0.client = 2 }", "unknown"),
    ("Dependence.prepareDependencies { $0.client = 2 }", "live"),
    ("Mine.prepareDependencies { $0.client = 2 }", "missing"),
  ])
  func `a preparation at the top level or in a member is live unless it may not run`(
    code: String,
    state: String
  ) {
    let analysis = Analysis(
      of: [
        "App/App.swift": "\(Self.reader)\nenum ClientKey: TestDependencyKey {}",
        "App/main.swift": code,
      ]
    )
    let keys = KeyIndex(analysis)

    #expect(analysis.project.keyReads.map { keys.verdict(on: $0).state.rawValue } == [state])
  }

  @Test func `preparing the property of a key prepares the key`() {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          @Instantiable struct App {
            @Dependency(ClientKey.self) var client
            @Dependency(OtherKey.self) var other
          }
          enum ClientKey: TestDependencyKey {}
          enum OtherKey: TestDependencyKey {}
          extension DependencyValues {
            var client: Int { self[test: ClientKey.self] }
            var other: Int { self[test: OtherKey.self] }
          }
          func start() { prepareDependencies { $0.client = 2 } }
          """
      )
    )

    #expect(findings.map(\.subject) == ["OtherKey"])
  }

  @Test(arguments: [
    "get { self[test: ClientKey.self] } set { self[test: OtherKey.self] = newValue }",
    "get { b ? self[test: OtherKey.self] : self[test: ClientKey.self] } set {}",
    "get { self.other } set { self.other = newValue }",
  ])
  func `preparing a property that may read another key leaves its live value unknown`(
    accessors: String
  ) {
    let analysis = Analysis(
      of: """
        @Instantiable struct App { @Dependency(\\.client) var client }
        enum ClientKey: TestDependencyKey {}
        enum OtherKey: TestDependencyKey {}
        extension DependencyValues {
          var client: Int { \(accessors) }
          var other: Int { self[test: OtherKey.self] }
        }
        func start() { prepareDependencies { $0.client = 2 } }
        """
    )
    let keys = KeyIndex(analysis)

    #expect(analysis.project.keyReads.map { keys.verdict(on: $0).state } == [.unknown])
  }

  @Test func `a macro that reads several keys counts as several reads`() {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          @Instantiable @DependencyProperties(\\.client, \\DependencyValues.other) struct App {}
          extension DependencyValues {
            @DependencyEntry var client: any Client
            @DependencyEntry var other: Box?
          }
          enum ClientKey: TestDependencyKey {}
          enum BoxKey: TestDependencyKey {}
          """
      )
    )

    #expect(findings.map(\.subject) == ["\\.client", "\\.other"])
  }

  @Test func `types that no root reaches are not validated`() {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          @Instantiable(isRoot: true) struct App {}
          @Instantiable struct Orphan {
            @Received let a: A
            @Dependency(ClientKey.self) var client
          }
          struct Plain { @Dependency(ClientKey.self) var client }
          enum ClientKey: TestDependencyKey {}
          """
      ),
      isPartial: true
    )

    #expect(findings == [])
  }
}
