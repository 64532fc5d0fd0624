import Testing

@testable import MutantKit

/// Tests that the expected mutations are found in small pieces of code, and that certain code is
/// not mutated.
struct MutationFinderTests {
  @Test(arguments: [
    ("func f(a: Int) { if a < 1 { g() } }", Mutation.Kind.movedBoundary, ["a <= 1"]),
    ("func f(a: Int) -> Bool { a >= 1 }", .movedBoundary, ["a > 1"]),
    ("func f(a: Int) -> Bool { a == 1 }", .swappedEquality, ["a != 1"]),
    ("func f(a: Bool, b: Bool) -> Bool { a && b }", .swappedConjunction, ["a || b"]),
    ("func f(a: Bool) { if a { g() } }", .negatedCondition, ["!(a)"]),
    ("func f(a: Bool) { guard a else { return } }", .passedGuard, ["true"]),
    ("func f(a: Bool) -> Int { a ? g() : h() }", .negatedCondition, ["!(a)"]),
    ("func f() { for x in y where x.z { g() } }", .negatedCondition, ["!(x.z)"]),
    ("func f(a: Bool) -> Bool { !a }", .droppedNegation, ["a"]),
    ("func f() -> Int { 41 }", .changedNumber, ["42"]),
    ("func f() -> Bool { true }", .changedBoolean, ["false"]),
    ("func f() -> [Int] { [x, y, z] }", .droppedElement, ["[x, y]"]),
    ("func f() { a = b; g() }", .droppedStatement, ["", ""]),
    ("func f() { try? g(); a += b }", .droppedStatement, ["", ""]),
    ("func f() { g() }", .earlyReturn, ["return"]),
    ("func f() -> Int? { g(); return h() }", .earlyReturn, ["return nil"]),
    ("func f() -> Bool { g(); return h() }", .earlyReturn, ["return true", "return false"]),
    ("enum E { case a, b }\nfunc f() { g(.a) }", .changedCase, [".b"]),
  ])
  func `each kind of mutation is found`(source: String, kind: Mutation.Kind, mutated: [String]) {
    let found = MutationFinder(enumerationsIn: [source]).mutations(of: source, file: "F.swift")

    #expect(found.filter { $0.kind == kind }.map(\.mutated) == mutated)
  }

  @Test(arguments: [
    "// if a < 1 { }",
    "let text = \"1 \\(a < 1)\"",
    "func f(a: Int = 1, b: Bool = true) -> Int",
    "func f() -> Int { g() }",
    "func f() -> Never { fatalError(\"1\") }",
    "#if canImport(SwiftUI)\nlet a = 1\n#endif",
    "@available(macOS 26, *) struct S {}",
    "func f() -> Int { word.load(ordering: .relaxed) }\nenum O { case relaxed, acquiring }",
    "func hash(into hasher: inout Hasher) { hasher.combine(1); g() }",
    "func f() { self.init(a) }".replacing("func f() {", with: "init() {"),
  ])
  func `code that is not worth mutating yields no mutations`(source: String) {
    let found = MutationFinder(enumerationsIn: [source]).mutations(of: source, file: "F.swift")

    #expect(found.isEmpty)
  }

  @Test func `only the branch that this platform compiles is mutated`() {
    let source = """
      #if canImport(Darwin)
      let a = 1
      #elseif canImport(Glibc) && DEBUG
      let a = 2
      #else
      let a = 3
      #endif
      """

    #expect(MutationFinder().mutations(of: source, file: "F.swift").map(\.original) == ["2"])
  }

  @Test func `a case name shared by two enumerations is not mutated`() {
    let source = "enum A { case x, y }\nenum B { case x, z }\nfunc f() { g(.x); g(.y) }"
    let found = MutationFinder(enumerationsIn: [source]).mutations(of: source, file: "F.swift")

    #expect(found.filter { $0.kind == .changedCase }.map(\.original) == [".y"])
  }

  @Test(arguments: [
    ("func f(a: Int) {\n  if a\n    < 1 { g() }\n}", "if [-a < 1-]{+a <= 1+} { g() }"),
    ("func f() {\n  g(); h()\n}", "[-g();-] h()"),
    ("func f() {\n  é(); g()\n}", "{+return+}é(); g()"),
  ])
  func `a fingerprint contains the lines of a mutation without extra white space`(
    source: String,
    change: String
  ) {
    let found = MutationFinder().mutations(of: source, file: "F.swift").map(\.fingerprint)

    #expect(found.contains { $0.hasSuffix(" | \(change)") }, "\(found)")
  }

  @Test func `a mutation has the line and the byte range of its code`() throws {
    let source = "func f() {\n  let ä = 1\n}\n"
    let mutation = try #require(
      MutationFinder().mutations(of: source, file: "A/F.swift").first { $0.kind == .changedNumber }
    )

    #expect(mutation.file == "A/F.swift")
    #expect(mutation.line == 2)
    #expect(Array(source.utf8)[mutation.range] == Array("1".utf8)[...])
  }
}
