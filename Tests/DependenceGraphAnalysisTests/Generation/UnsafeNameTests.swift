import Testing

@testable import DependenceGraphAnalysis

struct UnsafeNameTests {
  @Test(arguments: [
    "A", "any A", "A.B<C, D?>", "[A: (B) -> C]", "(a: A, b: B)",
    "@MainActor () async throws -> Void",
    "any A & B", "`default`", "Überweisung.名前", "()",
  ])
  func `a type is one type`(text: String) {
    #expect(UnsafeNames.isType(text))
  }

  @Test(arguments: [
    "", "A }", "A; B", "A\nB", "A // B", "A /* B */", "A {", "A = B()", "A, B", "\"A\"", "A()",
    "A\u{2028}",
    "A where T: B", "import A",
  ])
  func `what is more than one type is none`(text: String) {
    #expect(!UnsafeNames.isType(text))
  }

  @Test(arguments: ["a", "`default`", "default", "名前", "_a1", "a b", "`a) {}`"])
  func `a label is a name`(text: String) {
    #expect(UnsafeNames.isLabel(text))
  }

  @Test(arguments: ["", "`", "a`b", "a\n", "a\\b", "``"])
  func `what is more than a name is no label`(text: String) {
    #expect(!UnsafeNames.isLabel(text))
  }

  @Test func `any text is one literal`() {
    let text = "a\"b\\c\n\\(d)\u{0}\u{202E}\u{2028}é🧪"

    #expect(text.sourceLiteral == #""a\"b\\c\n\\(d)\u{0}\u{202e}\u{2028}é🧪""#)
  }
}
