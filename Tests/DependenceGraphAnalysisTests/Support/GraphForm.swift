import Testing

/// An example graph of one module for which a generator could easily generate incorrect code.
struct GraphForm: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let source: String
  /// The line at which the compiler reports an error in the user's code, or `nil` if the example is
  /// valid.
  var errorLine: Int?

  init(_ name: String, errorAt line: Int? = nil, _ source: String) {
    testDescription = name
    errorLine = line
    self.source = source
  }

  private static let log = """
    protocol Log: Sendable { func write(_ text: Swift.String) }
    @Instantiable(fulfillingAdditionalTypes: [Log.self]) struct FileLog: Log, Instantiable {
      func write(_ text: Swift.String) {}
    }

    """

  static let all = [
    GraphForm(
      "a dependency is received with need and without",
      log + """
        @Instantiable struct Root: Instantiable {
          @Instantiated let log: any Log
          @Instantiated let pair: Instantiator<Pair>
        }
        @Instantiable struct Pair: Instantiable {
          @Instantiated let needy: Needy
          @Instantiated let modest: Modest
        }
        @Instantiable struct Needy: Instantiable { @Received let log: any Log }
        @Instantiable struct Modest: Instantiable {
          @Received(onlyIfAvailable: true) let log: (any Log)?
        }
        """
    ),
    GraphForm(
      "properties have the names of what generated code is made of",
      log + """
        @Instantiable(isRoot: true) struct Root: Instantiable {
          @Forwarded let overrides: Int
          @Forwarded let configured: Swift.String
          @Forwarded let fileID: Bool
          @Instantiated let Root: any Log
          @Instantiated let configure: Leaf
          @Instantiated let make_Leaf: Leaf
          @Instantiated let line: Instantiator<Leaf>
        }
        @Instantiable struct Leaf: Instantiable {
          @Received let overrides: Int
          @Received let configured: Swift.String
          @Received let fileID: Bool
          @Received let Root: any Log
        }
        """
    ),
    GraphForm(
      "types have the names of those of the standard library",
      log + """
        struct String {}
        struct Int {}
        struct Void {}
        enum Optional {}
        @Instantiable(isRoot: true) struct Root: Instantiable {
          @Forwarded let name: String
          @Forwarded let id: Int?
          @Instantiated let log: any Log
          @Instantiated let leaf: Instantiator<Leaf>
        }
        @Instantiable struct Leaf: Instantiable {
          @Received let name: String
          @Received(onlyIfAvailable: true) let log: (any Log)?
        }
        """
    ),
    GraphForm(
      "types have the names of modules",
      """
      import DependenceGraph
      struct Swift {}
      struct Dependence {}
      struct DependenceGraph {}
      protocol Log: Sendable { func write(_ text: String) }
      @Instantiable(fulfillingAdditionalTypes: [Log.self]) struct FileLog: Log, Instantiable {
        func write(_ text: String) {}
      }
      @Instantiable(isRoot: true) struct Root: Instantiable {
        @Forwarded let swift: Swift
        @Forwarded let graph: DependenceGraph
        @Instantiated let log: any Log
        @Instantiated let `init`: Leaf
        @Instantiated let TestOverrides: Leaf
      }
      @Instantiable struct Leaf: Instantiable { @Received let graph: DependenceGraph }
      """
    ),
    GraphForm(
      "types are of types, of counts and of what is generic",
      log + """
        protocol Named { typealias Ids = [Int] }
        class Page<Value> {
          struct Style {}
          typealias Values = [Value]
          init(number: Int) {}
        }
        @Instantiable(isRoot: true) final class Root: Page<Int>, Named, Instantiable {
          @Forwarded let every: any Log.Type
          @Forwarded let own: ((any Log).Type)?
          @Forwarded let inline: [2 of Int]
          @Forwarded let style: Style
          @Forwarded let values: Values
          @Forwarded let ids: Root.Ids
          @Instantiated let leaf: Leaf
          init(every: any Log.Type, own: ((any Log).Type)?, inline: [2 of Int], style: Style, values: Values, ids: Root.Ids, leaf: Leaf) {
            (self.every, self.own, self.inline) = (every, own, inline)
            (self.style, self.values, self.ids, self.leaf) = (style, values, ids, leaf)
            super.init(number: 1)
          }
        }
        @Instantiable struct Leaf: Instantiable {
          struct Config {}
          @Received let every: any Log.Type
          @Received let own: Optional<(any Log).Type>
          @Received let inline: InlineArray<2, Int>
          @Received let style: Page<Int>.Style
          @Received let values: [Int]
          @Received let ids: [Int]
          @Instantiated let later: Instantiator<Later>
        }
        @Instantiable struct Later: Instantiable {
          struct Config {}
          @Forwarded let config: Self.Config
          @Instantiated let again: Instantiator<Self>
        }
        """
    ),
    GraphForm(
      "a public root forwards what another module declares",
      """
      public import DependenceGraph
      public import Foundation
      @Instantiable(isRoot: true) public struct Root: Instantiable {
        @Forwarded let date: Date
        @Instantiated let leaf: Leaf
        init(date: Date, leaf: Leaf) { (self.date, self.leaf) = (date, leaf) }
      }
      @Instantiable struct Leaf: Instantiable { @Received let date: Date }
      """
    ),
    GraphForm(
      "a public root is made of internal types",
      "public import DependenceGraph\n\n" + log + """
        @Instantiable public struct Root: Instantiable {
          @Instantiated let log: any Log
          @Instantiated let leaf: Leaf
          init(log: any Log, leaf: Leaf) { (self.log, self.leaf) = (log, leaf) }
        }
        @Instantiable struct Leaf: Instantiable { @Received let log: any Log }
        """
    ),
    GraphForm(
      "an instantiator for other isolation domains hands on what is not theirs",
      errorAt: 4,
      """
      import DependenceGraph
      @Instantiable struct Root: Instantiable {
        @Instantiated let state: State
        @Instantiated let builder: SendableInstantiator<Leaf>
      }
      @Instantiable final class State: Instantiable { var count = 0; init() {} }
      @Instantiable struct Leaf: Instantiable { @Received let state: State }
      """
    ),
    GraphForm(
      "a protocol and a superclass put types on the main actor",
      log + """
        @MainActor protocol OnMain {}
        @MainActor class View { init(title: Swift.String) {} }
        protocol Deeper: OnMain {}
        @Instantiable struct Root: Instantiable {
          @Instantiated let log: any Log
          @Instantiated let screen: Instantiator<Screen>
          @Instantiated let view: Detail
        }
        @Instantiable struct Screen: Deeper, Instantiable { @Received let log: any Log }
        @Instantiable final class Detail: View, Instantiable {
          @Received let log: any Log
          init(log: any Log) {
            self.log = log
            super.init(title: "detail")
          }
        }
        """
    ),
    GraphForm(
      "a root is generic",
      log + """
        @Instantiable(isRoot: true) struct Root<Value: Sendable>: Instantiable {
          @Forwarded let value: Value
          @Instantiated let log: any Log
          @Instantiated let box: Box<Value>
        }
        @Instantiable struct Box<Content: Sendable>: Instantiable {
          @Received let value: Content
          @Received let log: any Log
        }
        """
    ),
    GraphForm(
      "a type that is no root inherits an initializer without arguments",
      log + """
        class Base { init() {} }
        @Instantiable struct Root: Instantiable { @Instantiated let child: Child }
        @Instantiable final class Child: Base, Instantiable {
          @Instantiated let log: any Log
          init(log: any Log) {
            self.log = log
            super.init()
          }
        }
        """
    ),
    GraphForm(
      "extensions make specialisations, and are roots",
      log + """
        struct Box<Value> { var value: Value }
        @Instantiable extension Box: Instantiable where Value == Int {
          static func instantiate(log: any Log) -> Box { Box(value: 1) }
        }
        @Instantiable(conformsElsewhere: true) extension Array {
          static func instantiate() -> [Swift.String] { [] }
        }
        @Instantiable struct Root: Instantiable {
          @Instantiated let log: any Log
          @Instantiated let box: Box<Int>
          @Instantiated let names: [Swift.String]
        }
        enum Foreign { case made }
        @Instantiable(isRoot: true) extension Foreign: Instantiable {
          static func instantiate() -> Foreign { .made }
        }
        """
    ),
    GraphForm(
      "optionals are instantiated, and what is being made is nil",
      log + """
        @Instantiable struct Root: Instantiable {
          @Instantiated let log: (any Log)?
          @Instantiated let a: A?
          @Instantiated let later: Instantiator<B>?
        }
        @Instantiable final class A: Instantiable { @Instantiated let b: B }
        @Instantiable final class B: Instantiable { @Received(onlyIfAvailable: true) let a: A? }
        """
    ),
    GraphForm(
      "an initializer has other labels than properties, and arguments of its own",
      log + """
        @Instantiable struct Root: Instantiable {
          @Instantiated let log: any Log
          @Instantiated let leaf: Leaf
          init(_ leaf: Leaf, writingTo log: any Log, retries: Int = 3) {
            (self.log, self.leaf) = (log, leaf)
          }
        }
        @Instantiable struct Leaf: Instantiable { @Received let log: any Log }
        """
    ),
    GraphForm(
      "an optional value is received only if available",
      log + """
        @Instantiable(isRoot: true) struct Root: Instantiable {
          @Forwarded let id: Int?
          @Instantiated let log: (any Log)?
          @Instantiated let middle: Middle
          @Instantiated let later: Instantiator<Modest>
        }
        @Instantiable struct Middle: Instantiable {
          @Received let log: (any Log)?
          @Instantiated let modest: Modest
        }
        @Instantiable struct Modest: Instantiable {
          @Received(onlyIfAvailable: true) let id: Int?
          @Received(onlyIfAvailable: true) let log: (any Log)?
          @Received(fulfilledByDependencyNamed: "log", ofType: (any Log).self, onlyIfAvailable: true)
          let other: (any Log)?
        }
        """
    ),
    GraphForm(
      "values are erased to existentials and to optionals of erased types",
      log + """
        struct AnyLog { init(_ log: any Log) {} }
        @Instantiable struct Root: Instantiable {
          @Instantiated let file: FileLog
          @Instantiated let maybe: FileLog?
          @Instantiated(fulfilledByType: "FileLog", erasedToConcreteExistential: true)
          let log: any Log
          @Instantiated(fulfilledByType: "FileLog", erasedToConcreteExistential: true)
          let later: ErasedInstantiator<(), any Log>
          @Instantiated let leaf: Leaf
        }
        @Instantiable struct Leaf: Instantiable {
          @Received(
            fulfilledByDependencyNamed: "file", ofType: FileLog.self,
            erasedToConcreteExistential: true
          )
          let plain: any Log
          @Received(
            fulfilledByDependencyNamed: "maybe", ofType: FileLog?.self,
            erasedToConcreteExistential: true
          )
          let erased: AnyLog?
        }
        """
    ),
    GraphForm(
      "requirements have the names of what doubles are made of, and are declared again",
      """
      protocol Base: Sendable {
        func load(_ name: String) async throws -> Int
        func save(_ name: String, as double: Int) throws
        var count: Int { get throws }
        @discardableResult func remove() -> Int
      }
      protocol Store: Base {
        func load(_ path: String) async -> Int
        func save(_ path: String, as double: Int) throws
        func report(_ double: String, double double_2: Int)
        func trap() -> any Base
        var count: Int { get set }
        var double: Double { get }
        func remove() -> Int
      }
      @Instantiable(fulfillingAdditionalTypes: [Store.self]) struct FileStore: Store, Instantiable {
        init() {}
        func load(_ path: String) async -> Int { 1 }
        func save(_ path: String, as double: Int) throws {}
        func report(_ double: String, double double_2: Int) {}
        func trap() -> any Base { self }
        var count: Int { get { 1 } set {} }
        var double: Double { 1 }
        @discardableResult func remove() -> Int { 1 }
      }
      @Instantiable struct Root: Instantiable { @Instantiated let store: any Store }
      """
    ),
    GraphForm(
      "only the initializer of a root is isolated",
      log + """
        @globalActor actor Storage { static let shared = Storage() }
        @Instantiable struct Root: Instantiable {
          @Instantiated let log: any Log
          @MainActor init(log: any Log) { self.log = log }
        }
        @Instantiable nonisolated final class Other: Instantiable {
          @Instantiated let inner: Inner
          @Storage init(inner: Inner) { self.inner = inner }
        }
        @Instantiable nonisolated struct Inner: Instantiable { @Storage init() {} }
        nonisolated enum Foreign { case made }
        @Instantiable(isRoot: true) extension Foreign: Instantiable {
          @MainActor static func instantiate() -> Foreign { .made }
        }
        """
    ),
    GraphForm(
      "a global actor is the second attribute of a type",
      """
      import DependenceGraph
      import Observation
      @globalActor actor Storage { static let shared = Storage() }
      @Instantiable nonisolated struct Root: Instantiable { @Instantiated let screen: Screen }
      @Observable @Storage @Instantiable final class Screen: Instantiable {
        var count = 0
        init() {}
      }
      """
    ),
    GraphForm(
      "closure types are written with names, in parentheses and without spaces",
      """
      @Instantiable(isRoot: true) struct Root: Instantiable {
        @Forwarded let done: (_ id: Int, _ name: inout String) throws -> Void
        @Forwarded let next: (() -> Int)
        @Forwarded let each: (@Sendable (_ id: Int) -> (_ id: Int) -> Void)
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Leaf: Instantiable {
        @Received let done: ((Int,inout String) throws->Void)
        @Received let next: ()->Int
        @Received let each: @Sendable (Int) -> ((Int) -> Void)
      }
      """
    ),
    GraphForm(
      "the graph calls the initializer that takes exactly the injected properties",
      log + """
        @Instantiable struct Root: Instantiable {
          @Instantiated let log: any Log
          @Instantiated let leaf: Leaf
        }
        @Instantiable struct Leaf: Instantiable {
          @Received let log: any Log
          init(log: any Log, limit: Int) { self.log = log }
          init?(log: any Log, name: Swift.String = "") { return nil }
          init(log: any Log, isAsync: Bool = true) async { self.log = log }
          @MainActor init(log: any Log, extra: Int = 3) { self.log = log }
          init(log: any Log) { self.log = log }
        }
        """
    ),
    GraphForm(
      "closures and tuples are forwarded and received",
      log + """
        typealias Handler = @Sendable (Int) -> Void
        @Instantiable(isRoot: true) struct Root: Instantiable {
          @Forwarded let handler: Handler
          @Forwarded let pair: (id: Int, name: Swift.String)
          @Instantiated let leaf: SendableInstantiator<Leaf>
          init(handler: @escaping Handler, pair: (id: Int, name: Swift.String), leaf: SendableInstantiator<Leaf>) {
            (self.handler, self.pair, self.leaf) = (handler, pair, leaf)
          }
        }
        @Instantiable struct Leaf: Instantiable {
          @Received let handler: @Sendable (Int) -> Void
          @Received let pair: (id: Int, name: Swift.String)
          @Forwarded let done: ((any Swift.Error)?) -> ()
          @Forwarded let count: Int
        }
        """
    ),
    GraphForm(
      "an actor has dependencies that are not Sendable",
      """
      @Instantiable struct Root: Instantiable {
        @Instantiated let worker: Worker
        @Instantiated let builder: Instantiator<Worker>
      }
      @Instantiable actor Worker: Instantiable {
        @Instantiated private let box: Box
        @Instantiated private let store: any Store
        @Instantiated private let optional: Box?
        @Instantiated private let count: Count
        @Instantiated private let helper: Helper
      }
      @Instantiable final class Box: Instantiable { var count = 0 }
      @Instantiable struct Count: Instantiable, Sendable {}
      @Instantiable actor Helper: Instantiable { @Instantiated private let box: Box }
      protocol Store: AnyObject { func save() }
      @Instantiable(fulfillingAdditionalTypes: [(any Store).self])
      final class MemoryStore: Store, Instantiable { func save() {} }
      """
    ),
    GraphForm(
      "protocols need doubles of different kinds",
      """
      @Instantiable struct Root: Instantiable {
        @Instantiated let api: any Api
        @Instantiated let view: any ViewLike
        @Instantiated let old: any Old
      }
      protocol Worker: Actor { func work() }
      protocol Api: Worker { func call() }
      @Instantiable(fulfillingAdditionalTypes: [(any Api).self])
      actor LiveApi: Api, Instantiable { func work() {}; func call() {} }
      class Base { let number: Int; init(number: Int) { self.number = number } }
      protocol ViewLike where Self: Base { func show() }
      @Instantiable(fulfillingAdditionalTypes: [(any ViewLike).self])
      final class LiveView: Base, ViewLike, Instantiable {
        init() { super.init(number: 1) }
        func show() {}
      }
      protocol Old { func opt(_ api: (any Api)!) -> Int!; var value: String! { get set } }
      @Instantiable(fulfillingAdditionalTypes: [(any Old).self])
      final class LiveOld: Old, Instantiable {
        var value: String! = nil
        func opt(_ api: (any Api)!) -> Int! { 1 }
      }
      """
    ),
  ].map { form in
    var form = form
    if !form.source.contains("import ") {
      form = GraphForm(form.testDescription, "import DependenceGraph\n\n\(form.source)")
    }
    return form
  }
}
