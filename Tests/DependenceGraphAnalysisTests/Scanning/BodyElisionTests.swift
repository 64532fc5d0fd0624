import DependenceGraphKernel
import TestEffort
import Testing

@testable import DependenceGraphAnalysis

struct BodyElisionTests {
  private func elide(_ source: String) -> String {
    let bytes = Array(source.utf8)
    return String(
      decoding: BodyElision.elide(bytes, keeping: Markers.offsets(in: bytes)),
      as: UTF8.self
    )
  }

  @Test func `function bodies are blanked without moving other text`() {
    let elided = elide(
      """
      struct A {
        let closure: () -> Int = { 1 }
        func f() {
          "}"; é
        }
        struct B { var x: Int { y } }
      }
      """
    )

    #expect(
      elided == """
        struct A {
          let closure: () -> Int = {   }
          func f() {
        \("           ")
          }
          struct B { var x: Int {   } }
        }
        """
    )
  }

  @Test(
    arguments: [
      ("#!/usr/bin/swift {\nfunc f() { 1 }", "#!/usr/bin/swift {\nfunc f() {   }"),
      ("actor A { func f() { 1 } }", "actor A { func f() {   } }"),
      ("actor `default` { func f() { 1 } }", "actor `default` { func f() {   } }"),
      ("actor  A{ func f() { 1 } }", "actor  A{ func f() {   } }"),
      ("let a = actor\nfunc f() { 1 }", "let a = actor\nfunc f() {   }"),
      ("var actor: A { 1 }", "var actor: A {   }"), ("actor ", "actor "),
      ("var a: actor { 1 }", "var a: actor {   }"), ("{ 1 }", "{   }"),
      ("protocol P {}\n{ 1 }", "protocol P {}\n{   }"),
      ("struct A { #a { 1 } }", "struct A { #a {   } }"),
      ("import class A.B\nfunc f() { 1 }", "import class A.B\nfunc f() {   }"),
      ("func f(protocol p: P) { 1 }", "func f(protocol p: P) {   }"),
      ("func f(struct s: S) { 1 }", "func f(struct s: S) {   }"),
      ("func f() { a.protocol }", "func f() {            }"),
      ("let p = a.protocol { 1 }", "let p = a.protocol {   }"),
      ("let p = a.struct { b }", "let p = a.struct {   }"),
      ("let a = [1, 2] { 1 }", "let a = [1, 2] {   }"),
      ("func f() {\r\n1 }", "func f() {\r\n  }"),
      (
        "extension DependencyValue { var x: Int { 1 } }",
        "extension DependencyValue { var x: Int {   } }"
      ),
      ("func f(a: A = { 1 }()) { 1 }", "func f(a: A = { 1 }()) {   }"),
      ("struct A { let a = [{ 1 }] }", "struct A { let a = [{ 1 }] }"),
      ("func f() { { 1 } } let a = { 1 }", "func f() {       } let a = {   }"),
    ] as [(String, String)]
  )
  func `bodies are found despite misleading keywords and braces`(source: String, elided: String) {
    #expect(elide(source) == elided)
  }

  @Test(arguments: [
    "func f() { read(DependencyValues.current[Key.self]) }",
    "func f() { @Dependency(\\.x) var x }",
    "extension DependencyValues { var x: Int { self[Key.self] } }",
    "protocol P: class { var x: Int { get set } }",
    "func f() { struct S { @Received let x: X } }",
  ])
  func `a body that may contain graph declarations or key reads is kept`(source: String) {
    #expect(elide(source) == source)
  }

  /// Each argument is a function body with a brace in a literal, a comment or a name.
  @Test(arguments: literals)
  func `a literal does not end a body`(literal: String) {
    let source = "struct A {\n  func f() {\n\(literal)\n  }\n  let kept: Int\n}\n"

    let elided = elide(source)

    #expect(elided.hasSuffix("\n  }\n  let kept: Int\n}\n"))
    #expect(elided.utf8.count == source.utf8.count)
    #expect(elided.dropFirst(24).prefix { $0.isWhitespace }.count >= literal.count)
  }

  /// Each argument is a function body whose end only a parser could find. The body and the rest of
  /// the file are kept.
  @Test(arguments: [
    "a /b}/ c", "x\n/}/.y", "f(a)\n  /{/ b", "let s = \"", "/* {", "#/ {", "let r = /}/",
    "f(/}\"/)", "f(!/}\"/)",
    "return /}/", "let r = #/\n  } \" /\n/#", "x ? /}/ : /{/",
  ])
  func `a body with ambiguous syntax is kept`(body: String) {
    let source = "struct A {\n  func f() {\n\(body)\n  }\n}\n"

    #expect(elide(source) == source)
  }

  @Test(
    arguments: [
      (16, 0, nil), (17, 0, 16), (15, 3, nil), (16, 3, nil), (17, 3, 22), (18, 3, 22),
    ] as [(Int, Int, Int?)]
  )
  func `the first bracket beyond the limit is found`(depth: Int, before: Int, offset: Int?) {
    let closed = String(repeating: "[]", count: before)
    let open = String(repeating: "[", count: depth)

    #expect(BodyElision.deepBracket(in: Array("\(closed)\(open)a".utf8)) == offset)
    #expect(BodyElision.deepBracket(in: Array("\"\(open)\"".utf8)) == nil)
  }

  /// Each argument contains code before nested brackets, which only a parser can interpret.
  @Test(arguments: [
    "let r = /a+/", "let r = #/a\"/#", "let r = /\"/", "let r = [/[^]]/]", "let s = \"", "f(/}\"/)",
    String(repeating: "let r = /\\]/\n", count: 17),
  ])
  func `the limit also applies after code that the lexer cannot interpret`(code: String) {
    let deep = String(repeating: "[", count: 18)
    let allowed = String(repeating: "[", count: 14) + String(repeating: "]", count: 14)
    let escaped = String(repeating: "let r = /\\[/\n", count: 17)

    #expect(BodyElision.deepBracket(in: Array("\(code)\nlet a = \(deep)".utf8)) != nil)
    #expect(BodyElision.deepBracket(in: Array("\(code)\n\(escaped)let a = \(allowed)".utf8)) == nil)
  }

  @Test(arguments: 0..<8)
  func `a file summary is the same with and without elided bodies`(part: UInt64) throws {
    for seed in part * 60..<part * 60 + UInt64(Effort.isThorough ? 60 : 10) {
      var generator = SourceGenerator(seed: seed)
      let source = Array(generator.file().utf8)

      let whole = FileSummary(source: source, path: "F.swift", module: "M", elidesBodies: false)
      let elided = FileSummary(source: source, path: "F.swift", module: "M")

      #expect(whole.problems == [], "seed \(seed)")
      #expect(!whole.types.isEmpty)
      #expect(elided == whole, "seed \(seed)")
      let text = BodyElision.elide(source, keeping: Markers.offsets(in: source))
      #expect(text.count == source.count)
      for (old, new) in zip(source, text) where old != new {
        if new != UInt8(ascii: " ") || old == .newline { Issue.record("seed \(seed)") }
      }
      // Bodies must have been elided, because the comparison above would otherwise be meaningless.
      #expect(Markers.offsets(of: "inBody", in: text).isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<4)
  func `eliding invalid source neither crashes nor changes its length`(part: UInt64) {
    for seed in part * 50..<part * 50 + UInt64(Effort.isThorough ? 50 : 10) {
      var generator = SourceGenerator(seed: seed)
      var source = Array(generator.file().utf8)
      var random = SeededGenerator(seed: seed)
      for _ in 0..<3 { source.remove(at: Int.random(in: source.indices, using: &random)) }

      let elided = BodyElision.elide(source, keeping: Markers.offsets(in: source))
      _ = FileSummary(source: source, path: "F.swift", module: "M")

      #expect(elided.count == source.count)
    }
  }
}

private let literals: [String] = [
  #""}""#, #""\"}""#, #""\(f("}"))""#, #""\("\("}")")""#, #""\(a.map { "\($0)}" })""#,
  ##"#"}"\}"#"##, ##"#"\#(f { "}" })"#"##, ##"#"\#(f(#"}"#))"#"##, ###"##"\#("}"##"###, ##"#"""#"##,
  ##"#"""}"#"##,
  "\"\"\"\n}\n\"}\" \"\"}\n\"\"\"", "\"\"\"\n\\(f { \"}\" })\\\n}\n\"\"\"",
  "#\"\"\"\n} \"\"\" } \\(\n\"\"\"#", "// }", "/* } /* } */ } */", "/// \"}",
  "let `}` = 1", "a / b; e/f; \"}\"", "a! / b; \"}\"", "f() / g(); \"}\"",
  "let s = #selector(a); \"}\"", "\"👩‍👩‍👧}\"",
]
