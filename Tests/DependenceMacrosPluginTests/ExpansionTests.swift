import GoldenFiles
import Testing

struct ExpansionTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String

    var testDescription: String { name }
  }

  @Test(arguments: clients + entries + dependencies + instantiables)
  func `the expansion of a macro matches its golden file`(example: Example) throws {
    let expansion = Expansion(of: example.source)

    try GoldenFile("Macros/\(example.name).txt").expect(
      """
      \(example.source)

      ----------------------------------------------------------------

      \(expansion.code)

      ----------------------------------------------------------------

      \(expansion.diagnostics.joined(separator: "\n"))

      """
    )
  }

  @Test(arguments: ["public", "package", ""])
  func `only the initializer of a public client reads an initial value through a member`(
    access: String
  ) {
    let code = Expansion(
      of: """
        @DependencyClient
        \(access) struct Client: Sendable {
          \(access) var limit: Int = Defaults.limit
          \(access) var delays: [Int] = [1, .max]
          \(access) var done: (@Sendable () -> Void)? = { log() }
          \(access) var count: Int = -3
          \(access) var names: [String: Bool?] = ["a": true, "b": nil]
        }
        """
    ).code

    // Default arguments of a public initializer can refer only to public declarations, and values
    // such as `.max` or `log()` may refer to internal ones. The macro therefore moves such values
    // of a public client into public properties.
    let isPublic = access == "public"
    for (head, value) in [
      ("limit: Int", "Defaults.limit"), ("delays: [Int]", "[1, .max]"),
      ("done: (@Sendable () -> Void)?", "{ log() }"),
    ] {
      let name = "_default_\(head.prefix { $0 != ":" })"
      let type = head.drop { $0 != ":" }
      #expect(code.contains("  \(head) = \(isPublic ? "Self.\(name)" : value)"))
      let member = "public nonisolated static var \(name)\(type) { \(value) }"
      #expect(code.contains(member) == isPublic)
    }
    #expect(code.contains("  count: Int = -3,"))
    #expect(code.contains("  names: [String: Bool?] = [\"a\": true, \"b\": nil]"))
  }

  @Test(arguments: ["Error", "any Error", "Swift.Error", "any Swift.Error"])
  func `an endpoint that can throw any error is like one without an error type`(error: String) {
    func code(_ effects: String) -> String {
      Expansion(
        of: "@DependencyClient struct Client { var load: @Sendable () \(effects) -> Int }"
      ).code
    }

    #expect(
      code("throws(\(error))").replacing("throws(\(error))", with: "throws") == code("throws")
    )
  }

  @Test(arguments: [
    ("`default`", "default"), ("`init`", "init"), ("`Type`", "Type"), ("`inout`", "`inout`"),
    ("`let`", "`let`"), ("`var`", "`var`"), ("`4x`", "`4x`"), ("`a b`", "`a b`"),
    ("plain", "plain"),
  ])
  func `an argument label is in backticks only where the compiler needs them`(
    name: String,
    label: String
  ) {
    let code = Expansion(
      of: "@DependencyClient struct Client { var \(name): @Sendable () throws -> Int }"
    ).code

    #expect(code.contains("{ Self(\(label): nil) }"), "\(code)")
  }

  @Test(arguments: [
    ("private", ""), ("fileprivate", ""), ("internal", "fileprivate "), ("public", "fileprivate "),
  ])
  func `the key of an entry does not repeat the access level of its extension`(
    access: String,
    modifier: String
  ) {
    let code = Expansion(
      of: "\(access) extension DependencyValues { @DependencyEntry var number = 1 }"
    ).code

    #expect(code.contains("\n\(modifier)nonisolated enum __Key_number"), "\(code)")
  }
}

// MARK: - @DependencyClient

private let clients: [ExpansionTests.Example] = [
  .init(
    name: "client of closures",
    source: """
      @DependencyClient
      public struct SearchClient: Sendable {
        public var search: @Sendable (_ query: String, _ limit: Int) async throws -> [String]
        public var cancel: @Sendable () -> Void
      }
      """
  ),
  .init(
    name: "client of closures with every effect",
    source: """
      @DependencyClient
      struct Effects: Sendable {
        var typed: @Sendable (String) async throws(DependencyError) -> Int
        var never: @Sendable () throws(Never) -> Void
        var change: @Sendable (inout Int) throws -> Void
        var main: @MainActor (Int) throws -> Int
        var concurrent: @concurrent @Sendable () async throws -> Int
        var inherited: nonisolated(nonsending) @Sendable () async throws -> Int
        var sent: @Sendable (sending [Int]) throws -> Void
        var lazy: @Sendable (@autoclosure () -> Int) throws -> Void
      }
      """
  ),
  .init(
    name: "client of closures that take closures",
    source: """
      @DependencyClient
      struct Nested: Sendable {
        typealias Change = (inout String) -> Void

        var change: @Sendable ((inout String) -> Void) throws -> Void
        var aliased: @Sendable (_ change: Change) async throws -> Void
        var list: @Sendable (((Int...) throws -> Int)) throws -> Int
        var stored: @Sendable (@escaping (inout Int) -> Void) throws -> Void
        var optional: @Sendable (((inout Int) -> Void)?) throws -> Void
        var empty: @Sendable (()) throws -> Int
        var mixed: @Sendable (Int, Void) throws -> Int
        var trailing: @Sendable (Int, _ body: @escaping Elsewhere) throws -> Void
        var both: @Sendable (_ first: () -> Void, _ second: () -> Void) throws -> Void
      }
      """
  ),
  .init(
    name: "client of closures that are not Sendable",
    source: """
      @DependencyClient
      struct Loose: @unchecked Sendable {
        var find: (_ id: Int) async throws -> Int
        var count: () throws -> Int
      }
      """
  ),
  .init(
    name: "client with the labels of generated parameters",
    source: """
      @DependencyClient
      struct Labels: Sendable {
        var same: @Sendable (_ p0: Int, _ p1: Int) throws -> Int
        var swapped: @Sendable (_ p1: Int, _ p0: Int) throws -> Int
      }
      """
  ),
  .init(
    name: "client with raw identifiers",
    source: """
      enum `A "feature"` {
        @DependencyClient
        struct `A "client"`: Sendable {
          var `say "hi"`: @Sendable (_ `to "whom"`: String) throws -> String
          let `say "bye"`: @Sendable () -> Void = {}
          @DependencyEndpoint var `say "no"`: Elsewhere
        }
      }
      """
  ),
  .init(
    name: "client with values",
    source: """
      @DependencyClient
      struct Values: Sendable {
        let host: String
        let version = 1
        var port = 80
        var name: String?
        var done: (@Sendable () -> Void)?
        var next: @Sendable (Int) -> Int = { $0 + 1 }
        private var cache: [String: Int] = [:]
        static let shared = Values(host: "")
        var isLocal: Bool { host == "localhost" }
        lazy var late = 3
      }
      """
  ),
  .init(
    name: "client with initial values",
    source: """
      @DependencyClient
      public struct Flags<Value: Sendable>: Sendable {
        public var isOn: @Sendable () -> Bool = { false }
        public var change: @Sendable (inout Int, _ by: Int) async throws(Failure) -> Void = { $0 += $1 }
        public var late: @Sendable (@autoclosure () throws -> Value) -> Void = { _ in }
        public let constant: @Sendable (_ id: Int) throws -> Value? = { _ in nil }
        public var inferred = { @Sendable (id: Int) async -> Int in id }
        public var optional: (@Sendable () -> Void)? = {}
        @DependencyEndpoint public var elsewhere: Elsewhere = Self.elsewhere
        private var secret: @Sendable () -> Int = { 3 }
      }
      """
  ),
  .init(
    name: "client with aliases",
    source: """
      @DependencyClient
      struct Aliases: Sendable {
        typealias Fetch = @Sendable (_ id: Int) throws -> String
        typealias Circle = Circle

        var fetch: Fetch
        var refetch: Self.Fetch
        var prefetch: (Aliases.Fetch)?
        var other: Other.Fetch
        @DependencyEndpoint var elsewhere: Elsewhere
        var circle: Circle
      }
      """
  ),
  .init(
    name: "client of closures that can only trap",
    source: """
      @DependencyClient
      struct Trapping: Sendable {
        var count: @Sendable () -> Int
        var load: @Sendable (_ id: Int) async -> String
        var cancel: @Sendable () -> Void
      }
      """
  ),
  .init(
    name: "client in a public extension",
    source: """
      public extension Feature {
        @available(macOS 26, *)
        @DependencyClient
        struct Client<Value: Sendable>: Sendable {
          @available(*, deprecated) public var `default`: @Sendable (_ `for`: Value) throws -> Value
          #if DEBUG
          public var debug: @Sendable () throws -> Void
          #else
          public var release: @Sendable () throws -> Void
          #endif
          private var hidden: @Sendable () throws -> Void
        }
      }
      """
  ),
  .init(
    name: "client with methods of its own",
    source: """
      @DependencyClient
      package struct Own: Sendable {
        package let fetch: @Sendable (_ id: Int) throws -> String

        package func fetch(id: String) throws -> String { try fetch(3) }

        package var find: @Sendable (_ id: Int, _ name: String) throws -> String
        package func find(id: Int) throws -> String { try find(id: id, name: "") }

        package var list: @Sendable (_ `in`: Int) throws -> String
        package func list(in: Int, limit: Int = 3) throws -> String { try list(1) }
      }
      """
  ),
  .init(
    name: "client with properties that share a declaration",
    source: """
      @DependencyClient
      struct Lists: Sendable {
        var first, second: Int
        var third = 1, fourth: String
        let nickname: String?
        var box: Box<Int>
      }
      """
  ),
  .init(
    name: "client with closures that are no endpoints",
    source: """
      @DependencyClient
      struct Closures: Sendable {
        var stop: @Sendable () -> Swift.Void
        fileprivate var hidden: @Sendable () -> Int = { 3 }
        static let shared: @Sendable () -> Void = {}
        var computed: @Sendable () -> Int { { 3 } }
      }
      """
  ),
  .init(
    name: "client in another type",
    source: """
      enum Feature {
        @DependencyClient
        public struct Client: Sendable {
          public var load: @Sendable () async throws -> [Item]
          public var limit: Int = usual
          public var done: (@Sendable (Item) -> Void)?
        }
      }
      """
  ),
  .init(
    name: "client that an extension cannot name",
    source: """
      enum Feature {
        @DependencyClient
        private struct Client: Sendable {
          var load: @Sendable () async throws -> [Item]
        }
      }
      """
  ),
  .init(
    name: "client in another type with errors of its own",
    source: """
      enum Feature {
        @DependencyClient
        struct Client: Sendable {
          var load: @Sendable () async throws(Failure) -> Void
        }
      }
      """
  ),
  .init(name: "client of nothing", source: "@DependencyClient struct Nothing: Sendable {}"),
]

// MARK: - @DependencyEntry

private let entries: [ExpansionTests.Example] = [
  .init(
    name: "entry with a value",
    source: """
      extension DependencyValues {
        @DependencyEntry(preview: APIClient.preview, test: APIClient.unimplemented)
        public var apiClient: APIClient = .live
      }
      """
  ),
  .init(
    name: "entry with a lifetime",
    source: """
      extension DependencyValues {
        @DependencyEntry(lifetime: .timeToLive(.seconds(60)), test: Prices(name: "test"))
        var prices = Prices(name: "live")
        @DependencyEntry(lifetime: .shared) var session: any Session = LiveSession()
      }
      """
  ),
  .init(
    name: "entry without a value",
    source: """
      extension DependencyValues {
        @DependencyEntry public var authClient: AuthClient
        @DependencyEntry var nested: Auth.Client
        @DependencyEntry var erased: any Shouter
      }
      """
  ),
  .init(
    name: "entry without a type",
    source: """
      extension Dependence.DependencyValues {
        @DependencyEntry var integer = 1
        @DependencyEntry var double = 1.5
        @DependencyEntry var text = "text"
        @DependencyEntry var flag = true
        @DependencyEntry var cast = 1 as Int64
        @DependencyEntry var made = Client(1)
        @DependencyEntry var live = Client.live
        @DependencyEntry var generic = Box<Int>(1)
        @DependencyEntry var nested = Feature.Client.make()
      }
      """
  ),
  .init(
    name: "entry with a value that starts with a number sign",
    source: """
      extension DependencyValues {
        @DependencyEntry(test: #line) var line: Int = #line + 1
        @DependencyEntry(lifetime: .transient) var file: String = #fileID
      }
      """
  ),
  .init(
    name: "entry with attributes",
    source: """
      extension DependencyValues {
        #if DEBUG
        @available(*, deprecated)
        @DependencyEntry(test: Int?.none) package var `default`: Int! = 1
        #endif
      }
      """
  ),
]

// MARK: - @DependencyProperties

private let dependencies: [ExpansionTests.Example] = [
  .init(
    name: "dependencies of a class",
    source: """
      @DependencyProperties(\\.authClient, \\DependencyValues.feedClient, \\.`default`)
      final class HomeViewModel {}
      """
  ),
  .init(
    name: "dependencies that are named twice",
    source: """
      @DependencyProperties(\\.authClient, \\.feedClient, \\DependencyValues.authClient)
      final class HomeViewModel {}
      """
  ),
  .init(
    name: "dependencies of a struct and an actor",
    source: """
      @DependencyProperties(\\Dependence.DependencyValues.clock)
      struct Screen {}
      @DependencyProperties(\\.clock)
      actor Store {}
      """
  ),
  .init(
    name: "dependencies of an observable class",
    source: """
      @MainActor
      @Observable
      @DependencyProperties(\\.authClient)
      final class HomeViewModel {
        var title = ""
      }
      """
  ),
]

// MARK: - @Instantiable

private let instantiables: [ExpansionTests.Example] = [
  .init(
    name: "instantiable class",
    source: """
      @Instantiable(fulfillingAdditionalTypes: [Profile.self, (any Screen).self], isRoot: false)
      public final class ProfileScreen<Style: Sendable>: Screen, Instantiable {
        @Forwarded public let user: User
        @Received let session: any Session
        @Received(onlyIfAvailable: true) let log: Log?
        @Instantiated private let editor: Instantiator<Editor<Style>>
        @Instantiated(fulfilledByType: "Help", erasedToConcreteExistential: true)
        private let help: ErasedInstantiator<(), AnyView>
        var title = ""
        private var cache: [String: Int]?
        let limit = 3
      }
      """
  ),
  .init(
    name: "instantiable struct in a public extension",
    source: """
      public extension Feature {
        @MainActor @Instantiable(isRoot: true)
        struct Screen: Instantiable {
          #if DEBUG
          @Forwarded let user: User
          #else
          @Forwarded let release: User
          #endif
          @Forwarded let done: @MainActor () -> Void
          @ObservedObject @Instantiated var model: Model
          @Received(fulfilledByDependencyNamed: "model", ofType: Model.self) let base: any Base
        }
      }
      """
  ),
  .init(
    name: "instantiable actor with an initializer",
    source: """
      @Instantiable
      package actor Uploader: Instantiable {
        typealias ForwardedProperties = Int

        package init(retries: Int = 3, file: Int, queue: Queue) {
          self.file = file
          self.queue = queue
        }

        @Forwarded let file: Int
        @Received private let queue: Queue
      }
      """
  ),
  .init(
    name: "instantiable with properties that nobody can inject",
    source: """
      @Instantiable
      struct Kinds: Instantiable {
        @Instantiated static let shared: A
        @Forwarded let x: Int, y: Int
        @Received let given: B = B()
        @Received let (left, right): (Int, Int)
        @Received let untyped
        @Received let c: C
        static let limit: Int
        var doubled: Int { 2 }
        lazy var late = 3
        @State var count: Int
      }
      """
  ),
  .init(name: "instantiable of nothing", source: "@Instantiable struct Nothing: Instantiable {}"),
  .init(
    name: "instantiable extension",
    source: """
      @Instantiable(fulfillingAdditionalTypes: [Storage.self])
      extension Keychain.Box: Instantiable {
        public static func instantiate(account: Account) -> Box<Int> { Box(account) }
        public static func instantiate() -> Keychain.Box<String> { Box() }
      }
      """
  ),
]
