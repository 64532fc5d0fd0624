import Testing

@testable import DependenceGraphAnalysis

/// Tests of parts of file summaries. Each test has its own source.
struct SummaryTextTests {
  private func read(_ source: String) -> FileSummary {
    FileSummary(source: Array(source.utf8), path: "A.swift", module: "A")
  }

  @Test func `the mentioned names contain every name in graph declarations`() {
    let file = read(
      """
      @DataActor @Instantiable(fulfillingAdditionalTypes: [Service.self])
      struct Screen<Value>: Base, Outer.Inner {
        @Instantiated(fulfilledByType: "Live") let a: Box<First>
        @Received(fulfilledByDependencyNamed: "b", ofType: Second.self) let b: Third?
      }
      protocol Service: Parent { func f(_ a: Fourth) -> Fifth }
      typealias Short = Long
      struct Plain: Sixth {}
      @Seventh class Parent { @Instantiable struct Child { @Eighth init() {} } }
      """
    )

    #expect(
      file.mentionedNames == [
        "Screen", "Value", "Base", "Outer.Inner", "Outer", "Inner", "Service", "DataActor", "Box",
        "First", "Live", "Second", "Third", "Swift.Optional", "Swift", "Optional", "Parent",
        "Fourth", "Fifth", "Long", "Sixth", "Seventh", "Eighth", "Parent.Child", "Child",
      ]
    )
    #expect(
      file.allDeclarations.map(\.name).sorted()
        == ["Parent", "Parent.Child", "Plain", "Screen", "Service", "Short"]
    )
  }

  @Test(
    arguments: [
      ("", []), ("@MainActor", ["MainActor"]), ("nonisolated", ["nonisolated"]),
      ("@available(macOS 14, *) @objc", []),
      ("@Observable @DataActor", ["DataActor", "Observable"]),
      ("@Observable @Other", ["Observable", "Other"]), ("@MainActor nonisolated", ["nonisolated"]),
      ("@Dependence.MainActor", ["MainActor"]), ("@Thing(1)", []),
    ]
  )
  func `an attribute may be a global actor`(head: String, isolation: [String]) {
    #expect(read("@Instantiable \(head) struct A {}").types.map(\.isolation) == [isolation])
  }

  /// Each argument contains the members of a class, and whether the class can be created without
  /// arguments.
  @Test(arguments: [
    ("", true), ("init() {}", true), ("init(a: Int) {}", false),
    ("init(a: Int) {}; init() {}", true),
    ("let a = 1", true), ("let a: Int", false), ("var a: Int?", true), ("let a: Int { 1 }", true),
    ("private init() {}", false), ("fileprivate convenience init() {}", false),
    ("static let a: Int", true), ("class var a: Int { 1 }", true), ("@State var a: Int", true),
    ("let a = 1, b: Int", false), ("@Received let a: Int?", false), ("let a: Int; init() {}", true),
    ("#if X\ninit(a: Int) {}\n#endif", true),
  ])
  func `a class has a plain initializer if it needs no arguments`(
    members: String,
    isPlain: Bool
  ) {
    let file = read("@Instantiable struct A {}\nclass B {\n\(members)\n}")

    #expect(file.declarations.map(\.hasPlainInitializer) == [isPlain])
  }

  /// Each argument contains the initializers of a type with the properties `a` and `b`. The second
  /// element contains the labels of the initializer that creates the type, or is `nil` if there is
  /// no suitable initializer.
  @Test(
    arguments: [
      ("init(a: A, b: B) {}", ["a", "b"]), ("init(a: A) {}", nil), ("init() {}", nil),
      ("init(a: A, b: B, c: C) {}; init(b: B, a: A) {}", ["b", "a"]),
      ("init() {}; init(a: A, b: B, c: C = 1) {}", ["a", "b", "c"]),
      ("init(a: A, b: B, c: C...) {}", ["a", "b", "c"]),
      ("init(_ a: A, with b: B) {}", ["_", "with"]),
      ("init(a: A, b: B, c: C) {}", nil), ("", nil),
    ] as [(String, [String]?)]
  )
  func `a type is created by the first initializer that takes only its properties`(
    initializers: String,
    labels: [String]?
  ) {
    let file = read(
      "@Instantiable struct A {\n@Received let a: A\n@Received let b: B\n\(initializers)\n}"
    )

    #expect(file.types.map { $0.initializer?.parameters.map(\.label) } == [labels])
    #expect(file.types.map(\.hasGeneratedInitializer) == [initializers.isEmpty])
  }

  @Test(arguments: [
    ("A", "A"), ("(any A)", "A"), ("((A))", "A"), ("(A & B)", "A & B"), ("A.B<C>", "A.B<C>"),
    ("(a: A, B)", "(a: A, B)"), ("[A]", "[A]"), ("(A, B)", "(A, B)"), ("`A`", "A"),
    ("`A b`", "`A b`"), ("`1`", "`1`"),
  ])
  func `the type of a metatype argument is read`(type: String, description: String) {
    let file = read("@Instantiable(fulfillingAdditionalTypes: [\(type).self]) struct X {}")

    #expect(file.problems == [])
    #expect(file.types.map { $0.additionalTypes.map(\.description) } == [[description]])
  }

  @Test(
    arguments: [
      ("Box<A>.Inner", "Inner"), ("Box<A>.Inner.Deep", "Deep"), ("Box<A>.Type", nil),
      ("Box<A>.Protocol", nil), ("Box<A>.Inner<B>", nil), ("some A", nil), ("A.B", nil), ("A", nil),
      ("(A) -> B", nil), ("Box<A>", nil),
    ] as [(String, String?)]
  )
  func `the name of a member of a generic type is read`(type: String, name: String?) {
    let file = read("@Instantiable struct X { @Forwarded let a: \(type) }")

    #expect(file.types.flatMap(\.properties).map(\.type.memberName) == [name])
  }

  @Test(arguments: [
    ("@Dependency(\\.a) var x", ["\\.a"]), ("@Dependency(A.self) var x", ["A"]),
    ("@Dependency(\\DependencyValues.a.b) var x", ["\\.a"]), ("@Dependency(key) var x", ["key"]),
    ("@Dependency(\\.a, other: \\.b) var x", ["\\.a"]),
    ("let x = DependencyValues.current[A.self]", ["A"]), ("let x = current[A.self]", []),
    ("let x = DependencyValues.current.a.b", ["\\.a"]), ("let x = Other.current.a", []),
    ("let x = DependencyValues.other.a", []), ("let x = Values.current[A.self]", []),
    ("@Dependency(\\.`in`) var x", ["\\.in"]),
    (
      "let x = DependencyValues.current[index]", ["DependencyValues.current[index]"]
    ),
    ("let x = DependencyValues.current", ["DependencyValues.current"]),
    ("func f() { g(DependencyValues.current) }", ["DependencyValues.current"]),
    ("let x = Dependency(\\.a).wrappedValue", ["\\.a"]),
    ("let x = Dependency<Int>(A.self)", ["A"]), ("let x = Dependency.init(test: A.self)", ["A"]),
    ("let x = Dependence.Dependency(\\.a)", ["\\.a"]), ("let x = dependency(\\.a)", []),
  ])
  func `a read names a key or a property`(source: String, names: [String]) {
    #expect(read("struct S {\n\(source)\n}").keyReads.map(\.name) == names)
  }

  @Test(arguments: [
    ("prepareDependencies { $0.a = 1; $0.b = 2 }", ["\\.a", "\\.b"]),
    ("Dependence.prepareDependencies({ $0[A.self] = 1 })", ["A"]),
    ("prepareDependencies { $0.a.b[0].c = 1 }", []),
    ("prepareDependencies { $0.a == 1 }", []),
    ("prepareDependencies { (_, $0.a) = (1, 2); (x, ($0.b, y)) = f() }", ["\\.a", "\\.b"]),
    ("prepareDependencies { x = (1, $0.a); f(($0.b, 1)); ($0.a.c, x) = (1, 2) }", []),
    ("prepareDependencies { f(); $0.a += 1; x = 2; x.b = 3 }", []),
    ("prepareDependencies(f)", ["DependencyValues.current"]),
    ("prepareDependencies { $0 = f() }", ["DependencyValues.current"]),
    ("prepareDependencies { $0.live() }", ["DependencyValues.current"]),
    ("prepareDependencies { f(&$0); $0.a = 1 }", ["\\.a", "DependencyValues.current"]),
    ("prepareDependencies { f(&$0.a) }", []), ("prepareDependencies { $0.a.live() }", []),
    (
      "prepareDependencies { values in if b { values.a = 1 } else { f { values.b = 2 } } }",
      ["\\.a", "\\.b"]
    ),
    ("prepareDependencies { (values: inout DependencyValues) in values.a = 1 }", ["\\.a"]),
    ("prepareDependencies { list.forEach { $0.a = 1 } }", []),
    (
      "prepareDependencies {\n#if DEBUG\n$0.a = 1\n#else\n$0.b = 1\n#endif\n}",
      ["\\.a"]
    ),
    ("prepare { $0.a = 1 }", []), ("prepareDependencies { $0[A.self].b = 1 }", []),
    ("prepareDependencies(1) { $0.a = 1 }", ["\\.a"]),
  ])
  func `a preparation covers the keys that it assigns`(source: String, names: [String]) {
    let file = read("@Instantiable struct S { init() { \(source) } }")

    #expect(file.keyPreparations.map(\.name) == names)
  }

  @Test(arguments: [
    ("@DependencyEntry var a: Int = 1", "a nil true"),
    ("@DependencyEntry var a: Box", "a BoxKey false"),
    ("@DependencyEntry var a: Box?", "a BoxKey false"),
    ("@DependencyEntry var a: Swift.Optional = 1", "a nil true"),
    ("@DependencyEntry var a = 1", "a nil true"),
    ("var a: Int { self[A.self] }", "a A false"), ("var a: Int { other[A.self] }", "a nil false"),
    ("var a: Int { get { self[A.self] } set { self[B.self] = newValue } }", "a nil false"),
    ("var a: Int { self[index] }", "a nil false"), ("var a: Int = 1", "a nil false"),
    ("var `in`: Int { self[A.self] }", "in A false"), ("func f() { self[A.self] }", ""),
    ("var (a, b): (Int, Int) { self[A.self] }", ""),
  ])
  func `a property of DependencyValues is read with its key`(source: String, property: String) {
    let file = read("extension DependencyValues {\n\(source)\n}")
    let texts = file.keyProperties.map { "\($0.name) \($0.key ?? "nil") \($0.hasLiveValue)" }

    #expect(texts == (property.isEmpty ? [] : [property]))
  }
}
