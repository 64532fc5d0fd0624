import GoldenFiles
import Testing

/// Tests of the diagnostics for types that cannot be part of a dependency graph.
struct GraphDiagnosticTests {
  @Test(arguments: [types, initializers, properties, arguments, extensions])
  func `the diagnostics and fix-its for each source match the golden file`(group: Group) throws {
    let texts = group.sources.map { source in
      let expansion = Expansion(of: source)
      let told = expansion.diagnostics.isEmpty ? ["nothing"] : expansion.diagnostics
      return ([source] + told.map { "  → \($0)" } + (expansion.fixed.map { ["", $0] } ?? []))
        .joined(separator: "\n")
    }

    try GoldenFile("Macros/diagnostics of \(group.name).txt")
      .expect(texts.joined(separator: "\n\n----------------\n\n") + "\n")
  }

  /// Each argument is an initializer that the graph cannot call.
  @Test(arguments: [
    "init(b: B, limit: Int)", "init(b: B, limit: Int = 1) async",
    "init(b: B, limit: Int = 1) throws", "init?(b: B, limit: Int = 1)",
    "init<T>(b: B, limit: T.Type = Int.self)",
    "private init(b: B, limit: Int = 1)",
  ])
  func `an initializer that the graph can call is preferred in any order`(other: String) {
    for initializers in [[other, "init(b: B)"], ["init(b: B)", other]] {
      let members = initializers.map { "\($0) { self.b = b }" }.joined(separator: "\n  ")
      let source =
        "@Instantiable struct A: Instantiable {\n  @Received let b: B\n  \(members)\n}"

      #expect(Expansion(of: source).diagnostics == [])
    }
  }

  struct Group: Sendable, CustomTestStringConvertible {
    let name: String
    let sources: [String]

    var testDescription: String { name }
  }
}

private let types = GraphDiagnosticTests.Group(
  name: "instantiable types",
  sources: [
    "@Instantiable struct A {}",
    "@Instantiable class A<T>: Base where T: Sendable {}",
    "@Instantiable(conformsElsewhere: true) struct A {}",
    "@Instantiable enum A: Instantiable { case a }",
    "@Instantiable protocol A: Instantiable {}",
    "@Instantiable private struct A: Instantiable {}",
    "@Instantiable fileprivate actor A: Instantiable {}",
    "private enum Outer { @Instantiable struct A: Instantiable {} }",
    "func f() { @Instantiable struct A: Instantiable {} }",
    "@Instantiable(isRoot: flag) struct A: Instantiable {}",
    "@Instantiable(conformsElsewhere: !true) struct A: Instantiable {}",
    "@Instantiable(fulfillingAdditionalTypes: types) struct A: Instantiable {}",
    "@Instantiable(fulfillingAdditionalTypes: [B.self, b]) struct A: Instantiable {}",
    "@Instantiable(fulfillingAdditionalTypes: [B.shared]) struct A: Instantiable {}",
    "@Instantiable(fulfillingAdditionalTypes: [B?.self]) struct A: Instantiable {}",
    "@Instantiable(fulfillingAdditionalTypes: [(B?).self]) struct A: Instantiable {}",
    "@Instantiable(fulfillingAdditionalTypes: [Optional<B>.self]) struct A: Instantiable {}",
    "@Instantiable(isRoot: true) struct A: Instantiable { @Received let b: B }",
    """
    @Instantiable(isRoot: true) struct A: Instantiable {
      @Received(onlyIfAvailable: true) let b: B?
      @Received(fulfilledByDependencyNamed: "d", ofType: D.self) let c: C
      @Forwarded let e: E
    }
    """,
  ]
)

private let initializers = GraphDiagnosticTests.Group(
  name: "initializers",
  sources: [
    "@Instantiable public struct A: Instantiable {\n  @Received let b: B\n  let limit: Int\n}",
    "@Instantiable struct A: Instantiable { var name: String }",
    "@Instantiable struct A: Instantiable { let name: String? }",
    "@Instantiable class A: Instantiable { @State var count: Int; @objc var name: String }",
    """
    @Instantiable struct A: Instantiable {
      @Received let b: B
      @Forwarded let done: () -> Void
      init() {
        print(1)
      }
    }
    """,
    """
    @Instantiable struct A: Instantiable {
      @Received let b: B
      @Received let c: C
      init(b: B) { self.b = b }
      init() { fatalError() }
    }
    """,
    """
    @Instantiable struct A: Instantiable {
      @Received let b: B
      init(b: B) { self.b = b }
      init(b: B, limit: Int) { self.b = b }
    }
    """,
    "@Instantiable struct A: Instantiable { init(values: Int...) {} }",
    "@Instantiable struct A: Instantiable { init(limit: Int , name: String = \"\") {} }",
    "@Instantiable struct A: Instantiable { init() async throws {} }",
    "@Instantiable struct A: Instantiable { init?() {} }",
    "@Instantiable struct A: Instantiable { init<T>(value: T.Type = Int.self) {} }",
    "@Instantiable public struct A: Instantiable { init() {} }",
    "@Instantiable package struct A: Instantiable { internal init() {} }",
    "@Instantiable struct A: Instantiable { private init() {} }",
    "@Instantiable public struct A: Instantiable { fileprivate init() {} }",
    "public extension B { @Instantiable struct A: Instantiable { init() {} } }",
  ]
)

private func owner(_ member: String) -> String {
  "@Instantiable struct Owner: Instantiable {\n  \(member)\n}"
}

private let properties = GraphDiagnosticTests.Group(
  name: "injected properties",
  sources: [
    owner("@Received func f() {}"),
    owner("@Received @Forwarded let a: A"),
    owner("@Instantiated static let a: A"),
    owner("@Forwarded let a: A, b: B"),
    owner("@Forwarded let (a, b): (A, B)"),
    owner("@Forwarded let a: A = A()"),
    owner("@Forwarded let a = A()"),
    owner("@Forwarded let a"),
    owner("@Received var a: A"),
    owner("@Received private(set) var a: A { didSet {} }"),
    owner("@Received var a: A { A() }"),
    owner("@Received weak var a: A?"),
    owner("@Received unowned var a: A"),
    owner("@ObservedObject @Received var a: A"),
    "struct Owner { @Received let a: A }",
    "@Received let a: A",
  ]
)

private let arguments = GraphDiagnosticTests.Group(
  name: "injections",
  sources: [
    owner("@Instantiated let a: ErasedInstantiator<(), AnyView>"),
    owner("@Instantiated let a: DependenceGraph.SendableErasedInstantiator<(), AnyView>"),
    owner("@Instantiated(fulfilledByType: \"B\") let a: Instantiator<any A>"),
    owner("@Instantiated(fulfilledByType: \"B\") let a: SendableInstantiator<A>"),
    owner("@Instantiated(fulfilledByType: name) let a: A"),
    owner("@Instantiated(fulfilledByType: \"\\(name)\") let a: A"),
    owner("@Instantiated(fulfilledByType: \"B(); exit(1); _ = B\") let a: A"),
    owner("@Instantiated(fulfilledByType: \"\") let a: A"),
    owner("@Instantiated(fulfilledByType: \"B.\") let a: A"),
    owner("@Instantiated(fulfilledByType: \"1B\") let a: A"),
    owner("@Instantiated(fulfilledByType: \"_B2\") let a: A"),
    owner("@Instantiated(fulfilledByType: \"Feature.Box<Int>\") let a: any A"),
    owner("@Instantiated(fulfilledByType: \"B\", erasedToConcreteExistential: yes) let a: A"),
    owner("@Received(onlyIfAvailable: yes) let a: A?"),
    owner("@Received(onlyIfAvailable: true) let a: A"),
    owner("@Received(onlyIfAvailable: true) let a: any A"),
    owner("@Received(onlyIfAvailable: true) let a: () -> A"),
    owner("@Received(onlyIfAvailable: true) let a: A & B"),
    owner("@Received(onlyIfAvailable: true) let a: @Sendable () -> A"),
    owner("@Received(onlyIfAvailable: true) let a: Optional<A>"),
    owner("@Received(onlyIfAvailable: true) let a: Swift.Optional<A>"),
    owner("@Received(onlyIfAvailable: false) let a: A"),
    owner("@Received(fulfilledByDependencyNamed: name, ofType: B.self) let a: A"),
    owner("@Received(fulfilledByDependencyNamed: \"b.c\", ofType: B.self) let a: A"),
    owner("@Received(fulfilledByDependencyNamed: \"2b\", ofType: B.self) let a: A"),
    owner("@Received(fulfilledByDependencyNamed: \"b_2\", ofType: B.self) let a: A"),
    owner("@Received(fulfilledByDependencyNamed: \"b\", ofType: type) let a: A"),
    owner("@Received(fulfilledByDependencyNamed: \"a\", ofType: (any A).self) let a: any A"),
    owner("@Received(fulfilledByDependencyNamed: \"a\", ofType: A.self) let a: any A"),
    owner("@Received(fulfilledByDependencyNamed: \"a\", ofType: B.self) let a: A"),
  ]
)

private func instantiable(_ function: String) -> String {
  "@Instantiable extension A: Instantiable {\n  \(function)\n}"
}

private let extensions = GraphDiagnosticTests.Group(
  name: "instantiable extensions",
  sources: [
    "@Instantiable extension Outer.A { static func instantiate() -> A { A() } }",
    "@Instantiable extension A: @retroactive Instantiable {}",
    "@Instantiable extension Array: Instantiable { static func instantiate() -> Set<Int> { [] } }",
    instantiable("func instantiate() -> A { A() }"),
    instantiable("class func instantiate() -> A { A() }"),
    instantiable("private static func instantiate() -> A { A() }"),
    instantiable("static func instantiate<T>() -> A { A() }"),
    instantiable("static func instantiate() async throws -> A { A() }"),
    instantiable("static func instantiate() {}"),
    instantiable("static func instantiate() -> A? { A() }"),
    instantiable("static func instantiate() -> Self { A() }"),
    instantiable("@Received let b: B"),
  ]
)
