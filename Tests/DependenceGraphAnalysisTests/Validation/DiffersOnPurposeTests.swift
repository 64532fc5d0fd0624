import Foundation
import Testing

@testable import DependenceGraphAnalysis

/// Tests of the table in the migration guide that lists the inputs for which SafeDI gives a
/// different result.
struct DiffersOnPurposeTests {
  struct Input: Sendable, CustomTestStringConvertible {
    /// The beginning of the first cell of the row that describes the input.
    let row: String
    /// A part of the error message, or `nil` if the input is accepted.
    var message: String?
    let files: KeyValuePairs<String, String>

    var testDescription: String { row }
  }

  @Test(arguments: inputs)
  func `an input is accepted or rejected as its row in the guide states`(input: Input) {
    let analysis = Analysis(of: input.files)

    var findings = Validator.findings(in: analysis, isPartial: true)
    if findings.isEmpty { findings = GeneratedFile.findings(in: analysis) }

    let messages = findings.map(\.message)
    if let message = input.message {
      #expect(messages.count == 1)
      #expect(messages.first?.contains(message) == true, "\(messages)")
    } else {
      #expect(messages == [])
    }
  }

  @Test func `every row of the guide's table has an input`() throws {
    let guide = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(
        path: "../../../Sources/DependenceGraph/DependenceGraph.docc/MigratingFromSafeDI.md"
      )
    let text = try String(contentsOf: guide, encoding: .utf8)
    let article = try #require(text.split(separator: "## Intended differences").last)
    let table = try #require(article.split(separator: "\n## ").first)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
      .map { $0.dropFirst(2) }

    #expect(rows.count > 10)
    for row in rows {
      let inputs = Self.inputs.filter { row.hasPrefix($0.row) }
      #expect(!inputs.isEmpty, "\(row)")
      let isRefused = try #require(row.split(separator: " | ").last).hasPrefix("refused")
      #expect(inputs.allSatisfy { ($0.message != nil) == isRefused }, "\(row)")
    }
  }

  @Test func `a type that is not under a root is an error only in a full scan`() {
    let analysis = Analysis(of: "@Instantiable struct A: Instantiable { @Received let b: Int }")

    #expect(Validator.findings(in: analysis).map(\.kind) == [.notUnderRoot])
    #expect(Validator.findings(in: analysis, isPartial: true) == [])
  }

  private static func input(
    _ row: String,
    _ source: String,
    refused message: String? = nil
  ) -> Input {
    Input(row: row, message: message, files: ["App/App.swift": source])
  }

  private static let clock = "@Instantiable public struct Clock: Instantiable { public init() {} }"
  private static let types = "`any P` and `P`"

  private static let inputs: [Input] = [
    input(
      "an initializer that is less visible than its type",
      """
      @Instantiable(isRoot: true) public struct App: Instantiable { @Instantiated let a: A
        init(a: A) { self.a = a } }
      @Instantiable public struct A: Instantiable { init() {} }
      """
    ),
    Input(
      row: "two modules with types of one name",
      files: [
        "App/App.swift":
          "import Wall\n@Instantiable struct App: Instantiable { @Instantiated let clock: Clock }",
        "Pocket/Clock.swift": clock, "Wall/Clock.swift": clock,
      ]
    ),
    Input(
      row: "two modules with types of one name",
      files: [
        "App/App.swift": """
        import Pocket
        import Wall
        @Instantiable struct App: Instantiable { @Instantiated let clock: Wall.Clock
          @Instantiated(fulfilledByType: "Pocket.Clock") let other: Pocket.Clock }
        """,
        "Pocket/Clock.swift": clock, "Wall/Clock.swift": clock,
      ]
    ),
    input(
      types,
      """
      protocol P {}
      @Instantiable struct App: Instantiable { @Instantiated let a: A; @Instantiated let p: P }
      @Instantiable struct A: Instantiable { @Received let p: any P }
      @Instantiable(fulfillingAdditionalTypes: [P.self]) struct S: P, Instantiable {}
      """
    ),
    input(
      types,
      """
      protocol P {}
      protocol Q {}
      typealias Name = String
      @Instantiable(isRoot: true) struct App: Instantiable {
        @Instantiated(fulfilledByType: "S") let s: any P & Q
        @Forwarded let name: Name
        @Forwarded let place: Optional<Inner.Place>
        @Instantiated let inner: Inner
      }
      @Instantiable struct Inner: Instantiable {
        struct Place {}
        @Received let s: any Q & P
        @Received let name: String
        @Received let place: Place?
      }
      @Instantiable struct S: P, Q, Instantiable {}
      """
    ),
    input(
      "`ErasedInstantiator<(name: String, id: Int), Base>`",
      """
      class Base {}
      @Instantiable struct App: Instantiable {
        @Instantiated(fulfilledByType: "Screen") let s: ErasedInstantiator<(name: String, id: Int), Base>
      }
      @Instantiable final class Screen: Base, Instantiable {
        @Forwarded let id: Int
        @Forwarded let name: String
      }
      """
    ),
    input(
      "`@Received let service: Service?`",
      """
      @Instantiable struct App: Instantiable { @Instantiated let service: Service
        @Instantiated let leaf: Leaf }
      @Instantiable struct Service: Instantiable {}
      @Instantiable struct Leaf: Instantiable { @Received let service: Service? }
      """,
      refused: "write '@Received(onlyIfAvailable: true)'"
    ),
    input(
      "a root that forwards",
      "@Instantiable(isRoot: true) struct App: Instantiable { @Forwarded let name: String }"
    ),
    input(
      "a module with types that are not under a root",
      "@Instantiable struct A: Instantiable { @Received let b: Int }"
    ),
    input(
      "two branches of `#if` that declare one type",
      """
      #if DEBUG
      @Instantiable struct App: Instantiable {}
      #else
      @Instantiable struct App: Instantiable {}
      #endif
      """
    ),
    input(
      "what one root makes on two global actors",
      """
      @globalActor actor Other { static let shared = Other() }
      @Instantiable struct App: Instantiable { @Instantiated let a: A; @Instantiated let b: B }
      @MainActor @Instantiable final class A: Instantiable {}
      @Other @Instantiable final class B: Instantiable {}
      """,
      refused: "the same root creates both"
    ),
    input(
      "a `SendableInstantiator` of something that is made on an actor",
      """
      @Instantiable struct App: Instantiable { @Instantiated let a: SendableInstantiator<A> }
      @MainActor @Instantiable final class A: Instantiable {}
      """,
      refused: "use an instantiator that is not Sendable"
    ),
    input(
      "a root with an initializer, own or inherited",
      """
      @Instantiable struct App: Instantiable { @Instantiated let a: A
        init() { a = A() }
        init(a: A) { self.a = a } }
      @Instantiable struct A: Instantiable {}
      """,
      refused: "declares 'init()'"
    ),
    input(
      "a root with an initializer, own or inherited",
      """
      class Base { init() {} }
      @Instantiable final class App: Base, Instantiable { @Instantiated let a: A
        init(a: A) { self.a = a } }
      @Instantiable struct A: Instantiable {}
      """,
      refused: "inherits 'init()' from 'Base'"
    ),
    input(
      "`where Value: Sendable` on an extension",
      """
      struct Box<Value> {}
      @Instantiable extension Box where Value: Sendable {
        static func instantiate() -> Box<Value> { Box() } }
      """,
      refused: "cannot determine which types meet the 'where' clause"
    ),
    input(
      "`where Value: Sendable` on an extension",
      "struct Box<Value> { @Instantiable struct Inner: Instantiable {} }",
      refused: "is nested in 'Box', which is generic"
    ),
    input(
      "brackets that are nested more than 16 deep",
      "@Instantiable struct A: Instantiable { @Forwarded let a: \(brackets("["))Int\(brackets("]")) }",
      refused: "square brackets are nested more than 16 deep"
    ),
  ]

  private static func brackets(_ bracket: String) -> String {
    String(repeating: bracket, count: 17)
  }
}
