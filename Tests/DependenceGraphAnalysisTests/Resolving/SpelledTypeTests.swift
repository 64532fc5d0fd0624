import Testing

@testable import DependenceGraphAnalysis

/// Tests of the types that names resolve to in different scopes.
struct SpelledTypeTests {
  private static let chain = (1...32).map { number in
    """
    @Instantiable struct X\(number) { @Forwarded let x: X\(number - 1).ForwardedProperties }
    class C\(number): C\(number - 1) {}
    """
  }

  private let resolver = Resolver(
    Project([
      "App/App.swift": """
      import First
      import Second
      import Other
      enum App { struct Nested {} }
      protocol P {}
      struct Config { struct Inner {} }
      enum Outer { struct Box<Value> {} }
      typealias Alias = Outer
      struct Box<Value> { struct Part {} }
      struct Pair<A, B> { struct Part {} }
      extension Fourth.Lone { struct Piece {} }
      @Instantiable struct X0 { @Forwarded let x: Int }
      class C0 { struct Base {} }
      \(chain.joined(separator: "\n"))
      """,
      "App/Second.swift": "import Second",
      "App/First.swift": "import First",
      "First/First.swift": """
      import URLs
      public enum Twice { public struct Inner {} }
      extension URL { struct Open {} }
      """,
      "Second/Second.swift": """
      public enum Twice { public struct Inner {} }
      extension URL { public struct Open {} }
      """,
      "Third/Third.swift": "public struct Own {}",
      "Fourth/Fourth.swift": "public enum Third { public struct Own {} }\npublic struct Lone {}",
    ])
  )

  private func types(
    of source: String,
    file: String = "App",
    levels: [String] = []
  ) -> String {
    let summary = FileSummary(
      source: Array("@Instantiable struct A { @Forwarded let a: \(source) }".utf8),
      path: "A.swift",
      module: "A"
    )
    let scope = NameScope(levels: levels, module: "App", file: "App/\(file).swift")
    return resolver.candidates(for: summary.types[0].properties[0].type, in: scope)
      .map { "\($0.nominal?.module ?? "")::\($0.nominal?.name ?? "\($0)")" }
      .joined(separator: ", ")
  }

  @Test(arguments: [
    ("App.Nested", "App::App.Nested"), ("Nested", "::Nested"),
    ("Lone.Piece", "App::Lone.Piece"), ("Third.Own", "Third::Own"),
    ("Outer.Box<Int>", "App::Outer.Box"), ("Alias.Box<Int>", "App::Outer.Box"),
    ("Config.Type", "::Config.Type"), ("P.Type", "::any P.Type"), ("(P) -> Int", "::(P) -> Int"),
    ("Fourth.Missing", "Fourth::Missing"), ("Second", "::Second"), ("Other", "::Other"),
    ("WritableKeyPath<P, Int>", "Swift::WritableKeyPath"), ("TaskExecutor", "Swift::TaskExecutor"),
    ("SendableInstantiator<P>", "DependenceGraph::SendableInstantiator"),
  ])
  func `a type name resolves by its module and its enclosing types`(source: String, type: String) {
    #expect(types(of: source) == type)
  }

  @Test(arguments: [
    ("First", "Twice.Inner", "First::Twice.Inner"),
    ("Second", "Twice.Inner", "Second::Twice.Inner"),
    ("First", "URL.Open", "First::URL.Open"), ("Second", "URL.Open", "Second::URL.Open"),
  ])
  func `a nested type resolves to the module that the file imports`(
    file: String,
    source: String,
    type: String
  ) {
    #expect(types(of: source, file: file) == type)
  }

  @Test(arguments: [
    ("C16.Base", "App::C0.Base"), ("C17.Base", "::C17.Base"),
    ("X31.ForwardedProperties", "Swift::Int"),
    ("X32.ForwardedProperties", "::X0.ForwardedProperties"),
    ("X0.Other", "::X0.Other"), ("X0.ForwardedProperties.Other", "::X0.ForwardedProperties.Other"),
  ])
  func `resolving a name stops at a depth limit`(source: String, type: String) {
    #expect(types(of: source) == type)
  }

  @Test(arguments: [
    ("P", "Self", "::Self"), ("P", "Self.Element", "::Self.Element"),
    ("Config", "Self", "App::Config"),
    ("Config", "Self.Inner", "App::Config.Inner"), ("Config", "Inner", "App::Config.Inner"),
  ])
  func `Self resolves to the enclosing type unless that is a protocol`(
    level: String,
    source: String,
    type: String
  ) {
    #expect(types(of: source, levels: [level]) == type)
  }

  /// Each argument contains the enclosing types of a name, the name, and the type to which it
  /// resolves. The generic parameter `Value` has the argument `Int`, and `A` has the argument
  /// `Bool`.
  @Test(arguments: [
    ([], "Value", "Int"), ([], "Value.Element", "Int.Element"), ([], "Box", "Box"),
    (["Box"], "Box", "Box<Int>"), (["Box"], "Box<String>", "Box<String>"),
    ([], "Box.Part", "Box<Int>.Part"), ([], "Pair.Part", "Pair.Part"),
    (["Pair"], "Config.Inner", "Config.Inner"),
  ])
  func `a generic parameter resolves to its known argument`(
    levels: [String],
    name: String,
    type: String
  ) {
    var scope = NameScope(levels: levels, module: "App", file: "App/App.swift")
    scope.parameters = [
      "Value": TypeName(.nominal(.init(module: "Swift", name: "Int"))),
      "A": TypeName(.nominal(.init(module: "Swift", name: "Bool"))),
    ]
    let reference = TypeReference(parsing: name)

    let found = reference.map { resolver.resolve($0, in: scope) }

    #expect(found?.description == type)
  }

  @Test func `an extension of a standard library type has its generic parameters`() {
    let index = TypeIndex(
      Project([
        "App/App.swift": """
        import Other
        @Instantiable extension Set { static func instantiate() -> Self { [] } }
        @Instantiable extension Dictionary { static func instantiate() -> Self { [:] } }
        @Instantiable extension Other.Array { static func instantiate() -> Self { Self() } }
        """
      ])
    )

    #expect(index.declarations.map(\.parameters) == [["Element"], ["Key", "Value"], []])
  }

  // MARK: - Isolation

  @Test(
    arguments: [
      ("@Instantiable final class A: C15 {}", "MainActor"),
      ("@Instantiable final class A: C16 {}", nil),
      ("@Instantiable extension C15 { static func instantiate() -> C15 { C15() } }", "MainActor"),
      ("@Instantiable extension C16 { static func instantiate() -> C16 { C16() } }", nil),
      ("@Instantiable struct A: ViewModifier {}", "MainActor"),
    ] as [(String, String?)]
  )
  func `isolation is inherited through at most sixteen types`(source: String, actor: String?) {
    let chain = (1...16).map { "class C\($0): C\($0 - 1) {}" }.joined(separator: "\n")

    let analysis = Analysis(of: "@MainActor class C0 {}\n\(chain)\n\(source)")

    #expect(analysis.graph.nodes.map(\.isolation?.description) == [actor])
  }
}
