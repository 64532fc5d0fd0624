import Testing

@testable import DependenceGraphAnalysis

/// Tests of valid graphs for which no code can be generated. The reason is reported at a line of
/// the user's code.
struct GeneratedFileFindingTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let line: Int
    let message: String
    let source: String

    init(_ name: String, line: Int, _ message: String, _ source: String) {
      testDescription = name
      self.line = line
      self.message = message
      self.source = source
    }
  }

  @Test(arguments: examples)
  func `a declaration that prevents code generation is reported at its line`(example: Example) {
    var project = Project([
      "App/App.swift": example.source,
      "Library/Library.swift": """
      @Instantiable struct Hidden: Instantiable {}
      @Instantiable public struct Closed: Instantiable { init(retries: Int = 3) {} }
      @Instantiable public struct Leaf: Instantiable { public init() {} }
      @Instantiable public struct Open: Instantiable { public init() {} }
      """,
    ])
    project.mainActorModules = ["Library"]
    let analysis = Analysis(project)
    #expect(Validator.findings(in: analysis, isPartial: true).map(\.message) == [])

    let findings = GeneratedFile.findings(in: analysis)

    #expect(findings.map(\.location.line) == [example.line])
    #expect(
      findings.first?.location.file == "App/App.swift"
        || example.message.contains("created by a root of App")
    )
    #expect(
      findings.first?.message.hasPrefix(example.message) == true,
      "\(findings.map(\.message))"
    )
  }

  static let examples = [
    Example(
      "a class that inherits the generated initializer",
      line: 2,
      "'Twig' inherits 'init()' from 'Base', which the generated initializer does not override; declare 'override init() { super.init() }' in 'Twig'",
      """
      @Instantiable struct App: Instantiable { @Instantiated let twig: Twig }
      @Instantiable final class Twig: Base, Instantiable {}
      class Base { init() {} }
      """
    ),
    Example(
      "two actors",
      line: 3,
      "'second' of 'App' must be created on @Other, and 'First' on @MainActor, but the same root creates both",
      """
      @Instantiable struct App: Instantiable {
        @Instantiated let first: First
        @Instantiated let second: Second
      }
      @globalActor actor Other { static let shared = Other() }
      @Instantiable @MainActor struct First: Instantiable {}
      @Instantiable @Other struct Second: Instantiable {}
      """
    ),
    Example(
      "a type two steps above one that is on an actor, made from anywhere",
      line: 1,
      "'outer' of 'App' can create instances on any thread, but 'End' can only be created on @MainActor",
      """
      @Instantiable struct App: Instantiable { @Instantiated let outer: SendableInstantiator<Outer> }
      @Instantiable struct Outer: Instantiable { @Instantiated let middle: Middle }
      @Instantiable struct Middle: Instantiable { @Instantiated let inner: Inner }
      @Instantiable struct Inner: Instantiable { @Instantiated let end: End }
      @Instantiable @MainActor struct End: Instantiable {}
      """
    ),
    Example(
      "a root with a superclass that has init()",
      line: 1,
      "the root 'App' inherits 'init()' from 'Middle', which an extension cannot override",
      """
      @Instantiable final class App: Middle, Instantiable { @Instantiated let log: Log; init(log: Log) {} }
      class Middle: Base {}
      class Base { init() {} }
      @Instantiable struct Log: Instantiable {}
      """
    ),
    Example(
      "an initializer that its file keeps to itself",
      line: 2,
      "'Log' is created by generated code in another file, which cannot access this initializer; make it internal",
      """
      @Instantiable struct App: Instantiable { @Instantiated let log: Log }
      @Instantiable struct Log: Instantiable { fileprivate init() {} }
      """
    ),
    Example(
      "a property of a type that its file keeps to itself",
      line: 1,
      """
      'level' of 'App' is passed by generated code in another file, which cannot access 'Level'; \
      make 'Level' internal
      """,
      """
      @Instantiable(isRoot: true) struct App: Instantiable { @Forwarded let level: Level; init(level: Level) {} }
      fileprivate enum Level {}
      """
    ),
    Example(
      "a root with a superclass of Objective-C",
      line: 1,
      "the root 'App' inherits 'init()' from 'NSObject', which an extension cannot override",
      """
      @Instantiable final class App: Middle, Instantiable { @Instantiated let log: Log; init(log: Log) {} }
      class Middle: NSObject { init(number: Int) {} }
      @Instantiable struct Log: Instantiable {}
      """
    ),
    Example(
      "an extension that requires a type of a parameter's",
      line: 1,
      "the graph cannot determine which types meet the 'where' clause of this extension",
      """
      @Instantiable extension Box where Value.Element == Int { static func instantiate() -> Box { Box() } }
      struct Box<Value: Collection> {}
      @Instantiable struct App: Instantiable { @Instantiated let box: Box<[Int]> }
      """
    ),
    Example(
      "a root with an init() of its own",
      line: 1,
      "the root 'App' declares 'init()', which conflicts with the generated initializer",
      """
      @Instantiable struct App: Instantiable { @Instantiated let log: Log; init(log: Log) {}; init() {} }
      @Instantiable struct Log: Instantiable {}
      """
    ),
    Example(
      "an extension with a requirement that is no type",
      line: 2,
      "the graph cannot determine which types meet the 'where' clause of this extension",
      """
      struct Box<Value> {}
      @Instantiable extension Box where Value: Sendable { static func instantiate() -> Box { Box() } }
      @Instantiable struct App: Instantiable {}
      """
    ),
    Example(
      "a type in a generic one",
      line: 1,
      "'Outer.Inner' is nested in 'Outer', which is generic; move it out of 'Outer'",
      """
      struct Outer<Value> { @Instantiable struct Inner: Instantiable {} }
      @Instantiable struct App: Instantiable {}
      """
    ),
    Example(
      "a generic type that stands for a plain one",
      line: 2,
      "'Box<Value>' cannot fulfill 'Service', which does not determine the generic parameter 'Value'",
      """
      protocol Service {}
      @Instantiable(fulfillingAdditionalTypes: [Service.self]) struct Box<Value>: Service, Instantiable {}
      @Instantiable struct App: Instantiable {}
      """
    ),
    Example(
      "a closure behind an alias",
      line: 2,
      "the type of 'done' of 'App' is an alias of a closure type",
      """
      typealias Done = () -> Void
      @Instantiable(isRoot: true) struct App: Instantiable { @Forwarded let done: Done; @Instantiated let log: Log }
      @Instantiable struct Log: Instantiable {}
      """
    ),
    Example(
      "a private type",
      line: 2,
      "'Log' is created by generated code in another file, which cannot access the type; make it internal",
      """
      @Instantiable struct App: Instantiable { @Instantiated let log: Log }
      @Instantiable private struct Log: Instantiable {}
      """
    ),
    Example(
      "a private type that is handed on",
      line: 1,
      "'config' of 'App' is passed by generated code in another file, which cannot access 'Config'",
      """
      @Instantiable(isRoot: true) struct App: Instantiable { @Forwarded let config: Config; init(config: Config) {} }
      private struct Config {}
      """
    ),
    Example(
      "an internal type of another module",
      line: 1,
      "'Hidden' is created by a root of App, which cannot access the type; make it public",
      """
      import Library
      @Instantiable struct App: Instantiable { @Instantiated let hidden: Hidden }
      """
    ),
    Example(
      "an internal initializer of another module",
      line: 2,
      "'Closed' is created by a root of App, which cannot access this initializer; make it public",
      """
      import Library
      @Instantiable struct App: Instantiable { @Instantiated let closed: Closed }
      """
    ),
    Example(
      "a public type whose generated initializer takes an internal one",
      line: 1,
      """
      the generated initializer of 'App' is public, and has the parameter 'log: Log'; make 'Log' \
      public as well, or write an initializer
      """,
      """
      @Instantiable public struct App: Instantiable { @Instantiated let log: Log }
      @Instantiable struct Log: Instantiable {}
      """
    ),
    Example(
      "an open class whose generated initializer takes an internal type",
      line: 1,
      """
      the generated initializer of 'App' is public, and has the parameter 'log: Log'; make 'Log' \
      public as well, or write an initializer
      """,
      """
      @Instantiable open class App: Instantiable { @Instantiated let log: Log }
      @Instantiable struct Log: Instantiable {}
      """
    ),
    Example(
      "a type of a module on the main actor, made from anywhere",
      line: 3,
      "'open' of 'App' can create instances on any thread, but 'Open' can only be created on @MainActor",
      """
      import Library
      @Instantiable struct App: Instantiable {
        @Instantiated let open: SendableInstantiator<Open>
      }
      """
    ),
  ]
}
