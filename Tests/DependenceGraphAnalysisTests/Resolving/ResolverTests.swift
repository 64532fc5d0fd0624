import Testing

@testable import DependenceGraphAnalysis

/// Tests that names resolve to the declarations that the compiler would choose.
struct ResolverTests {
  private func findings(_ sources: KeyValuePairs<String, String>) -> [String] {
    Validator.findings(in: Analysis(of: sources), isPartial: true).map(\.message)
  }

  private func code(_ sources: KeyValuePairs<String, String>) -> String {
    let analysis = Analysis(of: sources)
    #expect(Validator.findings(in: analysis).map(\.message) == [])
    #expect(GeneratedFile.findings(in: analysis).map(\.message) == [])
    return GeneratedFile.source(of: analysis, module: "App")
  }

  /// Each argument contains the type of a provided value, and a different spelling of the same type
  /// at the property that receives the value.
  @Test(arguments: [
    ("any P & Q", "any Q & P"), ("PQ", "any P & Q"), ("any P & P", "any P"), ("P", "any App.P"),
    ("Config?", "Optional<Config>"), ("[Config]", "Array<Config>"), ("[[Config]]", "Configs"),
    ("[String: Config]", "Swift.Dictionary<String, App.Config>"), ("Int", "Swift.Int"),
    ("Named<Config>", "[String: Config]"), ("(Config) -> Config", "(App.Config)  ->  App.Config"),
    ("(a: Config, b: Int)", "(a: App.Config, b: Int)"), ("Config.Type", "App.Config.Type"),
    ("Outer.Inner", "Alias.Inner"), ("Sub.Inherited", "Base.Inherited"), ("Never", "Never"),
    ("Vector<3, Int>", "Vector<3, Swift.Int>"), ("URL", "Foundation.URL"),
    ("Handler", "@Sendable (Config) throws -> Void"),
    ("Screen.ForwardedProperties", "(id: Int, name: String)"),
    ("[3 of Config]", "InlineArray<3, App.Config>"), ("any P.Type", "P.Type"),
    ("(any P & Q).Type", "(any Q & P).Type"), ("Special.List", "[Int]"),
    ("Special.Inner", "Generic<Int>.Inner"), ("IntGeneric.Inner", "Generic<Int>.Inner"),
    ("IntGeneric.List", "Generic<Int>.List"), ("Special.Ints", "[Int]"),
  ])
  func `different spellings resolve to the same type`(provided: String, received: String) {
    let project: KeyValuePairs = [
      "App/App.swift": """
      import Foundation
      @Instantiable(isRoot: true) struct Root: Instantiable {
        @Forwarded let value: \(provided)
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Leaf: Instantiable { @Received let value: \(received) }
      @Instantiable struct Screen: Instantiable { @Forwarded let id: Int; @Forwarded let name: String }
      """,
      // This file has no macros. It is read only because the other file refers to its types.
      "App/Model.swift": """
      protocol P {}
      protocol Q {}
      typealias PQ = Q & P
      struct Config {}
      typealias Configs = Array<[Config]>
      typealias Named<Value> = [String: Value]
      typealias Handler = @Sendable (Config) throws -> Void
      enum Outer { struct Inner {} }
      typealias Alias = Outer
      class Base { struct Inherited {} }
      final class Sub: Base {}
      protocol Numbered { typealias Ints = [Int] }
      class Generic<Value> { typealias List = [Value]; struct Inner {} }
      class Middle<Key, Content>: Generic<Content> {}
      final class Special: Middle<String, Int>, Numbered {}
      typealias IntGeneric = Generic<Int>
      """,
    ]

    #expect(findings(project) == [])
  }

  /// Each argument contains two different types with equal or similar spellings.
  @Test(arguments: [
    ("Config", "Outer.Config"), ("Int?", "Int??"), ("(a: Int, b: Int)", "(b: Int, a: Int)"),
    ("Vector<3, Int>", "Vector<4, Int>"), ("any P & Q", "any P"), ("Swift.String", "App.String"),
    ("(Config) -> Int", "(Outer.Config) -> Int"), ("os.Logger", "Logging.Logger"),
    ("any P.Type", "(any P).Type"), ("[3 of Int]", "[4 of Int]"),
    ("Generic<Int>.Inner", "Generic<Config>.Inner"),
  ])
  func `types that differ for the compiler do not match`(provided: String, received: String) {
    let project: KeyValuePairs = [
      "App/App.swift": """
      import Logging
      import os
      @Instantiable(isRoot: true) struct Root: Instantiable {
        @Forwarded let value: \(provided)
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Leaf: Instantiable { @Received let value: \(received) }
      struct Config {}
      struct String {}
      enum Outer { struct Config {} }
      protocol P {}
      struct Generic<Value> { struct Inner {} }
      """
    ]

    #expect(findings(project).count == 1)
  }

  @Test func `a nested type is written with the names of its enclosing types`() {
    let source = code([
      "App/App.swift": """
      struct Config {}
      @Instantiable struct Root: Instantiable { @Instantiated let screen: Instantiator<Screen> }
      @Instantiable struct Screen: Instantiable {
        struct Config {}
        @Forwarded let config: Config
        @Instantiated let inner: Inner
      }
      @Instantiable struct Inner: Instantiable { @Received let config: Screen.Config }
      """
    ])

    #expect(source.contains("func make_Inner(_ config: Screen.Config) -> Inner"))
    #expect(source.contains("func make_Screen(_ config: Screen.Config) -> Screen"))
  }

  @Test func `a name that the root shadows is written with its module`() {
    let source = code([
      "App/App.swift": """
      struct Config {}
      @Instantiable(isRoot: true) struct Root: Instantiable {
        struct Config {}
        @Forwarded let config: App.Config
        @Instantiated let inner: Inner
      }
      @Instantiable struct Inner: Instantiable { @Received let config: App.Config }
      """
    ])

    #expect(source.contains("func make_Inner(_ config: App::Config) -> Inner"))
  }

  @Test func `an erased instantiator passes forwarded values by their names`() {
    let source = code([
      "App/App.swift": """
      class Base {}
      @Instantiable struct Root: Instantiable {
        @Instantiated(fulfilledByType: "Screen") let one: ErasedInstantiator<Screen.ForwardedProperties, Base>
        @Instantiated(fulfilledByType: "Pair") let two: ErasedInstantiator<(name: String, id: Int), Base>
      }
      @Instantiable final class Screen: Base, Instantiable { @Forwarded let id: Int }
      @Instantiable final class Pair: Base, Instantiable {
        @Forwarded let id: Int
        @Forwarded let name: String
      }
      """
    ])

    #expect(source.contains("ErasedInstantiator<Int, Base>"))
    #expect(source.contains("make_Pair($0.id, $0.name)"))
  }

  @Test func `types of the same name in two modules are distinguished by their modules`() {
    let source = code([
      "App/App.swift": """
      import First
      import Second
      @Instantiable struct Root: Instantiable {
        @Instantiated let first: First.Logger
        @Instantiated(fulfilledByType: "Second.Logger") let second: any Log
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Leaf: Instantiable { @Received let first: First.Logger }
      """,
      "First/First.swift": """
      public protocol Log {}
      @Instantiable(fulfillingAdditionalTypes: [Log.self]) public struct Logger: Log, Instantiable {}
      """,
      "Second/Second.swift": """
      import First
      @Instantiable public struct Logger: Log, Instantiable {}
      """,
    ])

    #expect(source.contains("func make_Leaf(_ first: First::Logger) -> Leaf"))
    #expect(source.contains("func make_Second_Logger() -> Second::Logger"))
  }

  @Test
  func `a name declared in several modules is ambiguous without its module`() {
    func findings(_ name: String) -> [Finding] {
      Validator.findings(
        in: Analysis(
          of: [
            "App/App.swift": """
            @Instantiable struct Root: Instantiable {
              @Instantiated(fulfilledByType: "\(name)") let log: Any
            }
            """,
            "First/First.swift": "@Instantiable public struct Logger: Instantiable {}",
            "Second/Second.swift": "@Instantiable public struct Logger: Instantiable {}",
          ]
        )
      )
    }

    #expect(findings("Logger").map(\.kind) == [.ambiguous])
    #expect(findings("Logger").flatMap(\.related).map(\.name) == ["First.Logger", "Second.Logger"])
    #expect(findings("First.Logger") == [])
  }

  @Test func `Self resolves to the enclosing type`() {
    let source = code([
      "App/App.swift": """
      @Instantiable struct Root: Instantiable { @Instantiated let screen: Instantiator<Screen<Int>> }
      @Instantiable struct Screen<Value>: Instantiable {
        struct Config {}
        @Forwarded let config: Self.Config
        @Instantiated let next: Instantiator<Self>
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Leaf: Instantiable { @Received let config: Screen<Int>.Config }
      """
    ])

    #expect(source.contains("func make_Leaf(_ config: Screen<Int>.Config) -> Leaf"))
    #expect(source.contains("-> Instantiator<Screen<Int>>"))
  }

  @Test func `an extension of a nested type does not see types of the outer type`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct Service: Instantiable {}
        enum Feature {
          @Instantiable struct Service: Instantiable {}
          enum Screens {}
        }
        extension Feature.Screens {
          @Instantiable struct List: Instantiable { @Instantiated let service: Service }
        }
        """
    )

    let list = analysis.graph.nodes.first { $0.createdType.description == "Feature.Screens.List" }
    let child = list?.properties[0].child.map { analysis.graph.nodes[$0].createdType.nominal?.name }
    #expect(child == "Service")
  }

  @Test func `an extension creates the specialisations that it declares`() {
    let analysis = Analysis(
      of: """
        struct Box<Value> {}
        struct Pair<A, B> {}
        struct Both<A, B> {}
        @Instantiable extension Both where A == B, Int == A { static func instantiate() -> Both { Both() } }
        @Instantiable extension Box where Value == Int { static func instantiate() -> Box { Box() } }
        @Instantiable extension Pair where B == Int { static func instantiate() -> Pair<A, Int> { Pair() } }
        @Instantiable extension Array { static func instantiate() -> [String] { [] } }
        @Instantiable extension Set { static func instantiate() -> Self { [] } }
        @Instantiable struct Root: Instantiable {
          @Instantiated let box: Box<Int>
          @Instantiated let pair: Pair<String, Int>
          @Instantiated let list: Array<String>
          @Instantiated let set: Set<Int>
          @Instantiated let both: Both<Int, Int>
          @Instantiated let neither: Both<String, String>
        }
        """
    )

    let root = analysis.graph.nodes.first { $0.createdType.description == "Root" }
    let children = root?.properties.map { property in
      property.child.map { analysis.graph.nodes[$0].createdType.description }
    }
    #expect(
      children == [
        "Box<Int>", "Pair<String, Int>", "[String]", "Set<Int>", "Both<Int, Int>", nil,
      ]
    )
  }

  @Test func `a private type is visible only in its file`() {
    let source = code([
      "App/App.swift": """
      @Instantiable(isRoot: true) struct Root: Instantiable {
        @Forwarded let config: Config
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Leaf: Instantiable { @Received let config: Config }
      """,
      "App/Config.swift": "struct Config {}",
      "App/Other.swift":
        "@Instantiable(isRoot: true) struct Other: Instantiable {}\nprivate struct Config {}",
    ])

    #expect(source.contains("func make_Leaf(_ config: App::Config) -> Leaf"))
  }

  @Test func `a chain of type aliases is resolved`() {
    let last = 20
    let aliases = (1...last).map { "typealias A\($0) = A\($0 - 1)" }.joined(separator: "\n")

    let found = findings([
      "App/App.swift": """
      @Instantiable(isRoot: true) struct Root: Instantiable {
        @Forwarded let value: Config
        @Instantiated let leaf: Leaf
      }
      @Instantiable struct Leaf: Instantiable { @Received let value: A\(last) }
      struct Config {}
      typealias A0 = Config
      \(aliases)
      """
    ])

    #expect(found == [])
  }

  @Test func `resolving circular type aliases terminates`() {
    #expect(
      findings([
        "App/App.swift": """
        typealias A = B
        typealias B = A
        @Instantiable(isRoot: true) struct Root: Instantiable { @Forwarded let a: A }
        @Instantiable struct X: Instantiable { @Forwarded let y: Y.ForwardedProperties }
        @Instantiable struct Y: Instantiable { @Forwarded let x: X.ForwardedProperties }
        """
      ]) == []
    )
  }
}
