import Testing

@testable import DependenceGraphAnalysis

/// Tests of the rules that determine whether a provided value fulfills a property, and of how often
/// each finding is reported.
struct RuleTests {
  private func kinds(_ source: String) -> [Finding.Kind] {
    Validator.findings(in: Analysis(of: source)).map(\.kind)
  }

  /// Each argument contains a provided property, a received property, and whether the first
  /// fulfills the second.
  @Test(arguments: [
    ("@Instantiated let a: A", "@Received let a: A", true),
    ("@Instantiated let a: A?", "@Received let a: A?", true),
    ("@Instantiated let a: A?", "@Received let a: A", false),
    ("@Instantiated let a: A", "@Received let a: A?", false),
    ("@Instantiated let a: A?", "@Received(onlyIfAvailable: true) let a: A?", true),
    ("@Instantiated let b: A", "@Received(onlyIfAvailable: true) let a: A?", true),
    (
      "@Instantiated let a: A",
      "@Received(fulfilledByDependencyNamed: \"a\", ofType: A.self) let b: P", true
    ),
    (
      "@Instantiated let a: A?",
      "@Received(fulfilledByDependencyNamed: \"a\", ofType: A.self) let b: P", false
    ),
    (
      "@Instantiated let b: A",
      "@Received(fulfilledByDependencyNamed: \"a\", ofType: A.self) let b: P", false
    ),
    (
      "@Instantiated let b: A",
      "@Received(fulfilledByDependencyNamed: \"a\", ofType: A.self, onlyIfAvailable: true) let b: P?",
      true
    ),
  ])
  func `a received property needs a value with its name and type`(
    above: String,
    received: String,
    isFound: Bool
  ) {
    let kinds = kinds(
      """
      protocol P {}
      @Instantiable struct Root { \(above); @Instantiated let leaf: Leaf }
      @Instantiable struct A: P {}
      @Instantiable struct Leaf { \(received) }
      """
    )

    #expect(kinds.isEmpty == isFound)
  }

  @Test(arguments: [
    ("@Instantiated let a: A", "make_Leaf(a)"), ("@Instantiated let c: A", "make_Leaf(nil)"),
  ])
  func `an optional alias gets the value if it is available, or nil`(above: String, call: String) {
    let analysis = Analysis(
      of: """
        protocol P {}
        @Instantiable struct Root { \(above); @Instantiated let leaf: Leaf }
        @Instantiable struct A: P {}
        @Instantiable struct Leaf {
          @Received(fulfilledByDependencyNamed: "a", ofType: A.self, onlyIfAvailable: true) let b: P?
        }
        """
    )

    let code = GeneratedFile.source(of: analysis, module: "App")

    #expect(Validator.findings(in: analysis) == [])
    #expect(code.contains(call))
  }

  @Test func `types that create each other or themselves are a cycle`() {
    #expect(
      kinds(
        """
        @Instantiable struct Root { @Instantiated let a: A; @Instantiated let c: C }
        @Instantiable struct A { @Instantiated let b: B }
        @Instantiable struct B { @Instantiated let a: A }
        @Instantiable struct C { @Instantiated let c: C }
        """
      ) == [.constantCycle, .constantCycle]
    )
  }

  /// Each argument contains the generic argument of an erased instantiator, and whether it matches
  /// the forwarded properties `id: Int` and `name: String`.
  @Test(arguments: [
    ("(id: Int, name: String)", true), ("(name: String, id: Int)", true), ("(Int, String)", false),
    ("(id: Int, String)", false), ("(id: Int, name: Int)", false),
    ("(id: Int, other: String)", false),
    ("Int", false), ("()", false), ("(id: Int, name: String, other: Int)", false),
  ])
  func `an erased instantiator takes the forwarded properties in any order`(
    argument: String,
    isRight: Bool
  ) {
    #expect(
      kinds(
        """
        class Page {}
        @Instantiable struct Root {
          @Instantiated(fulfilledByType: "Screen") let a: ErasedInstantiator<\(argument), Page>
        }
        @Instantiable final class Screen: Page { @Forwarded let id: Int; @Forwarded let name: String }
        """
      ) == (isRight ? [] : [.erasedGenericMismatch])
    )
  }

  @Test func `a type that is declared and also fulfilled by another is one finding`() {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          @Instantiable(isRoot: true) struct Root {}
          @Instantiable(fulfillingAdditionalTypes: [Base.self]) final class Sub: Base {}
          @Instantiable class Base {}
          """
      )
    )

    #expect(
      findings.map(\.message) == [
        """
        'Base' and 'Sub' both fulfill 'Base'; let only one of them fulfill it, and select the \
        other with 'fulfilledByType:'
        """
      ]
    )
  }

  @Test func `a type that receives a missing value is reported although there is a root`() {
    let findings = Validator.findings(
      in: Analysis(
        of: """
          @Instantiable struct App {
            @Received(fulfilledByDependencyNamed: "user", ofType: User.self) let person: Person
            @Instantiated let page: Page
          }
          @Instantiable struct Page { @Received let user: User }
          @Instantiable struct Leaf {}
          """
      )
    )

    #expect(
      findings.map(\.message) == [
        """
        no type creates 'App', and it is not a root, because it receives 'user: User'; mark this \
        property @Instantiated, or create 'App' in a type that provides the missing value
        """
      ]
    )
  }

  @Test func `findings are sorted by location, kind, subject and owner`() {
    func finding(_ line: Int, _ kind: Finding.Kind, _ subject: String, _ owner: String) -> Finding {
      let location = FileLocation(file: "A.swift", line: line, column: 1)
      return Finding(kind: kind, location: location, owner: owner, subject: subject)
    }
    let sorted = [
      finding(1, .notUnderRoot, "b", "b"), finding(2, .duplicate, "b", "b"),
      finding(2, .endless, "a", "b"), finding(2, .endless, "b", "a"),
      finding(2, .endless, "b", "b"),
    ]

    #expect(sorted.reversed().sorted() == sorted)
    #expect(sorted.allSatisfy { !($0 < $0) })
  }

  @Test func `a generic type that no type instantiates is checked as it is declared`() {
    #expect(
      kinds(
        """
        @Instantiable struct Root {}
        @Instantiable struct Store<Value> { @Instantiated let box: Missing<Value> }
        """
      ) == [.unfulfillable]
    )
  }

  @Test func `a finding in a generic type is reported once for all its specialisations`() {
    #expect(
      kinds(
        """
        @Instantiable struct Root {
          @Instantiated let numbers: Store<Int>
          @Instantiated let words: Store<String>
        }
        @Instantiable struct Store<Value> {
          @Received let theme: Theme
          @Instantiated let box: Missing
          @Dependency(\\.client) var client
        }
        enum ClientKey: TestDependencyKey {}
        extension DependencyValues { var client: Int { self[test: ClientKey.self] } }
        """
      ) == [.notAvailable, .unfulfillable, .missingLiveValue]
    )
  }

  @Test func `each specialisation that is created twice is a separate finding`() {
    #expect(
      kinds(
        """
        struct Box<Value> {}
        @Instantiable(isRoot: true) struct Root {}
        @Instantiable extension Box where Value == Int {
          static func instantiate() -> Box<Int> { Box() }
          static func instantiate() -> Box<Int> { Box() }
        }
        @Instantiable extension Box where Value == String {
          static func instantiate() -> Box<String> { Box() }
          static func instantiate() -> Box<String> { Box() }
        }
        """
      ) == [.duplicate, .duplicate]
    )
  }

  // MARK: - Keys

  @Test(arguments: [("App", 1), ("Other", 0)])
  func `a key read resolves first to a property of its own module`(module: String, missing: Int) {
    let reader = "@Instantiable(isRoot: true) public struct Screen { @Dependency(\\.client) var a }"
    let analysis = Analysis(
      of: [
        "Other/Keys.swift": """
        enum LiveKey: DependencyKey {}
        extension DependencyValues { var client: Int { self[LiveKey.self] } }
        """,
        "App/Keys.swift": """
        enum FakeKey: TestDependencyKey {}
        extension DependencyValues { var client: Int { self[test: FakeKey.self] } }
        """,
        "\(module)/Screen.swift": reader,
      ]
    )

    #expect(Validator.findings(in: analysis).count == missing)
  }

  /// Each argument contains the imports of a file that reads a property. Two other modules declare
  /// a property of this name. The second element is the number of findings for the read.
  @Test(arguments: [
    ("import Live", 0), ("import Fake", 1), ("import Fake\nimport Live", 1), ("", 1),
  ])
  func `a key read resolves to a property of an imported module`(imports: String, missing: Int) {
    func analysis(_ fake: String) -> Analysis {
      Analysis(
        of: [
          "Live/Keys.swift": """
          enum LiveKey: DependencyKey {}
          extension DependencyValues { public var client: Int { self[LiveKey.self] } }
          """,
          "Fake/Keys.swift": """
          enum FakeKey: \(fake) {}
          extension DependencyValues { public var client: Int { self[test: FakeKey.self] } }
          """,
          "App/App.swift": "\(imports)\n@Instantiable struct App { @Dependency(\\.client) var a }",
          "Live/Start.swift": "func start() { prepareDependencies { $0.client = 1 } }",
        ]
      )
    }
    let unknown = analysis("ForeignKey")
    let states = unknown.project.keyReads.map { KeyIndex(unknown).verdict(on: $0).state }

    #expect(Validator.findings(in: analysis("TestDependencyKey")).count == missing)
    #expect(states == [missing == 0 ? .live : .unknown])
  }

  /// Each argument contains the protocols that a key conforms to, and whether the key is reported
  /// to lack a live value.
  @Test(arguments: [
    ("TestDependencyKey, ForeignKey", false), ("TestDependencyKey", true),
    ("RoundKey", true), ("EndlessKey", false),
  ])
  func `a key with an unknown protocol may have a live value`(
    protocols: String,
    isMissing: Bool
  ) {
    let kinds = kinds(
      """
      protocol RoundKey: BackKey {}
      protocol BackKey: RoundKey, TestDependencyKey {}
      protocol EndlessKey: OtherKey {}
      protocol OtherKey: EndlessKey {}
      enum ClientKey: \(protocols) {}
      extension DependencyValues { var client: Int { self[test: ClientKey.self] } }
      @Instantiable struct App { @Dependency(\\.client) var client }
      """
    )

    #expect(kinds == (isMissing ? [.missingLiveValue] : []))
  }
}
