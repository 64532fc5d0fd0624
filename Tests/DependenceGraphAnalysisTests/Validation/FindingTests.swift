@testable import DependenceGraphAnalysis
import GoldenFiles
import Testing

/// Tests of the findings for invalid graphs, as users see them.
struct FindingTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let kinds: [Finding.Kind]
    let sources: [(path: String, text: String)]

    init(_ name: String, _ kinds: Finding.Kind..., sources: KeyValuePairs<String, String>) {
      self.name = name
      self.kinds = kinds
      self.sources = sources.map { ($0, $1) }
    }

    init(_ name: String, _ kinds: Finding.Kind..., source: String) {
      self.name = name
      self.kinds = kinds
      sources = [("App/App.swift", source)]
    }

    var testDescription: String { name }
  }

  @Test(arguments: examples)
  func `the diagnostic for each example matches its golden file`(example: Example) throws {
    let files = example.sources.map { path, text in
      FileSummary(
        source: Array(text.utf8),
        path: path,
        module: String(path.prefix { $0 != "/" })
      )
    }
    let findings = Validator.findings(in: Analysis(Project(files: files)))

    #expect(findings.map(\.kind) == example.kinds)
    let sources = example.sources.map { "// \($0.path)\n\($0.text)" }.joined(separator: "\n\n")
    let line = String(repeating: "-", count: 64)
    let report = TextReport.render(findings)
    try GoldenFile("Graph/Findings/\(example.name).txt").expect(
      "\(sources)\n\n\(line)\n\n\(report)"
    )
  }

  @Test func `every kind of finding has an example`() {
    let shown = Set(examples.flatMap(\.kinds))

    // A file that cannot be read has no source text, so it cannot be an example here.
    // `CommandTests` covers this finding.
    #expect(Set(Finding.Kind.allCases).subtracting(shown) == [.unreadable])
  }
}

private let examples: [FindingTests.Example] = [
  .init(
    "nothing is wrong",
    source: """
      @Instantiable(isRoot: true) struct App {
        @Instantiated let service: any Service
        @Instantiated let screenBuilder: Instantiator<Screen>
      }
      @Instantiable(fulfillingAdditionalTypes: [Service.self]) final class DefaultService: Service {}
      @Instantiable struct Screen {
        @Received let service: any Service
        @Forwarded let user: User
        @Instantiated let detail: Detail
      }
      @Instantiable struct Detail {
        @Received let user: User
        @Received(onlyIfAvailable: true) let theme: Theme?
      }
      """
  ),
  .init(
    "a file that does not parse",
    .syntax,
    source: """
      @Instantiable struct App {
        @Instantiated let service: Service
      """
  ),
  .init(
    "a file that does not parse hides what others miss",
    .syntax,
    sources: [
      "App/App.swift": "@Instantiable(isRoot: true) struct App { @Instantiated let a: A }",
      "App/A.swift": "@Instantiable struct A { @Received let : B }",
    ]
  ),
  .init(
    "macros that cannot be read",
    .misuse,
    .misuse,
    .misuse,
    .misuse,
    .misuse,
    source: """
      @Instantiable(isRoot: true) struct App {
        @Instantiated(fulfilledByType: "Service(); exit(1)") let a: Service
        @Instantiated let b = Service()
        @Received(fulfilledByDependencyNamed: name, ofType: Int.self) let c: Int
        @Instantiated let service: Service
      }
      @Instantiable(fulfillingAdditionalTypes: types) final class Service {}
      struct Plain { @Received let service: Service }
      """
  ),
  .init(
    "nothing makes a property",
    .unfulfillable,
    source: """
      @Instantiable struct App { @Instantiated let networkStack: any NetworkStack }
      """
  ),
  .init(
    "a type that is misspelled",
    .misspelled,
    source: """
      @Instantiable struct App {
        @Instantiated(fulfilledByType: "ProfleView")
        private let profileBuilder: ErasedInstantiator<(), AnyView>
      }
      @Instantiable struct ProfileView {}
      """
  ),
  .init(
    "not available in this chain",
    .notAvailable,
    source: """
      @Instantiable struct App {
        @Instantiated let analytics: Analytics
        @Instantiated let loggedOut: LoggedOutView
        @Instantiated let loggedInBuilder: Instantiator<LoggedInView>
      }
      @Instantiable struct Analytics {}
      @Instantiable struct LoggedOutView { @Instantiated let updater: UserUpdater }
      @Instantiable struct LoggedInView {
        @Forwarded let user: User
        @Instantiated let updater: UserUpdater
      }
      @Instantiable struct UserUpdater { @Received let user: User }
      """
  ),
  .init(
    "a dependency that is misspelled",
    .misspelled,
    .misspelled,
    source: """
      @Instantiable struct App {
        @Instantiated let userService: UserService
        @Instantiated let screen: Screen
      }
      @Instantiable struct UserService {}
      @Instantiable struct Screen {
        @Received let userServcie: UserService
        @Received let userService: UserServices
      }
      """
  ),
  .init(
    "a type that is declared twice",
    .duplicate,
    source: """
      @Instantiable struct Service {}
      @Instantiable extension Service { static func instantiate() -> Service { Service() } }
      """
  ),
  .init(
    "a type that two others stand for",
    .duplicate,
    source: """
      @Instantiable struct App { @Instantiated let service: any Service }
      @Instantiable(fulfillingAdditionalTypes: [Service.self]) struct Live: Service {}
      @Instantiable(fulfillingAdditionalTypes: [Service.self]) struct Demo: Service {}
      """
  ),
  .init(
    "types of one name in two modules",
    .ambiguous,
    sources: [
      "App/App.swift": """
      import Live
      import Demo
      @Instantiable struct App {
        @Instantiated let service: any Service
        @Instantiated(fulfilledByType: "DemoService") let demo: any Service
      }
      """,
      "Live/Live.swift":
        "@Instantiable(fulfillingAdditionalTypes: [Service.self]) struct LiveService: Service {}",
      "Demo/Demo.swift":
        "@Instantiable(fulfillingAdditionalTypes: [Service.self]) struct DemoService: Service {}",
    ]
  ),
  .init(
    "a generic type without an end",
    .endless,
    source: """
      @Instantiable struct App { @Instantiated let box: Box<Int> }
      @Instantiable struct Box<Value> { @Instantiated let next: Instantiator<Box<[Value]>> }
      """
  ),
  .init(
    "a cycle of constants",
    .constantCycle,
    source: """
      @Instantiable struct App { @Instantiated let a: A }
      @Instantiable struct A { @Instantiated let b: B }
      @Instantiable struct B { @Instantiated let c: C }
      @Instantiable struct C {
        @Instantiated let a: A
        @Instantiated let lazily: Instantiator<B>
      }
      """
  ),
  .init(
    "constants that need each other",
    .siblingCycle,
    source: """
      @Instantiable struct App {
        @Instantiated let a: A
        @Instantiated let b: B
      }
      @Instantiable struct A { @Received let b: B }
      @Instantiable struct B { @Received let a: A }
      """
  ),
  .init(
    "a constant and an instantiator that need each other",
    .siblingCycle,
    source: """
      @Instantiable struct App {
        @Instantiated let a: A
        @Instantiated let b: Instantiator<B>
      }
      @Instantiable struct A { @Received let b: Instantiator<B> }
      @Instantiable struct B { @Received let a: A }
      """
  ),
  .init(
    "received in the chain that instantiates it",
    .receivedWhereInstantiated,
    source: """
      @Instantiable struct App { @Instantiated let screens: Instantiator<Screen> }
      @Instantiable struct Screen { @Instantiated let detail: Detail }
      @Instantiable struct Detail { @Received let screens: Instantiator<Screen> }
      """
  ),
  .init(
    "forwarded without an instantiator",
    .forwardedWithoutInstantiator,
    source: """
      @Instantiable struct App { @Instantiated let screen: Screen }
      @Instantiable struct Screen {
        @Forwarded let user: User
        @Forwarded let id: Int
      }
      """
  ),
  .init(
    "erased with another generic",
    .erasedGenericMismatch,
    .erasedGenericMismatch,
    source: """
      @Instantiable struct App {
        @Instantiated(fulfilledByType: "Screen") let a: ErasedInstantiator<(), AnyView>
        @Instantiated(fulfilledByType: "Pair") let b: ErasedInstantiator<(user: User, Int), AnyView>
        @Instantiated(fulfilledByType: "Pair") let c: ErasedInstantiator<(user: User, id: Int), AnyView>
        @Instantiated(fulfilledByType: "Leaf") let d: SendableErasedInstantiator<Void, AnyView>
      }
      @Instantiable struct Screen { @Forwarded let user: User }
      @Instantiable struct Pair { @Forwarded let user: User; @Forwarded let id: Int }
      @Instantiable struct Leaf {}
      """
  ),
  .init(
    "a root that receives",
    .rootReceives,
    source: """
      @Instantiable(isRoot: true) struct App { @Received let user: User }
      """
  ),
  .init(
    "types that are not under a root",
    .notUnderRoot,
    .notUnderRoot,
    .notUnderRoot,
    .notUnderRoot,
    source: """
      @Instantiable struct Leaf {}
      @Instantiable struct App {
        @Received let user: User
        @Received let theme: Theme
        @Received(onlyIfAvailable: true) let log: Log?
        @Instantiated let screen: Screen
      }
      @Instantiable struct Screen { @Received let user: User }
      @Instantiable struct Page { @Forwarded let name: String }
      @Instantiable struct Box<Value> { @Instantiated let leaf: Leaf }
      @Instantiable struct First { @Instantiated let second: Instantiator<Second> }
      @Instantiable struct Second { @Instantiated let first: First }
      """
  ),
  .init(
    "a key without a live value",
    .missingLiveValue,
    .missingLiveValue,
    sources: [
      "Client/Client.swift": """
      enum ClientKey: TestDependencyKey { static let testValue = 1 }
      extension DependencyValues {
        var client: Int { get { self[test: ClientKey.self] } set { self[test: ClientKey.self] = newValue } }
      }
      """,
      "App/App.swift": """
      @Instantiable struct App { @Instantiated let screen: Instantiator<Screen> }
      @Instantiable final class Screen { @Dependency(\\.client) var client }
      extension Screen {
        func load() {
          _ = DependencyValues.current[test: ClientKey.self]
          // dependence:allow-missing-live
          _ = DependencyValues.current.client
        }
      }
      struct Elsewhere { @Dependency(\\.client) var client }
      """,
    ]
  ),
]
