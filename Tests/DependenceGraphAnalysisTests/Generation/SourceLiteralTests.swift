import Testing

@testable import DependenceGraphAnalysis

struct SourceLiteralTests {
  @Test func `any text is one literal`() {
    let text = "a\"b\\c\n\\(d)\u{0}\u{202E}\u{2028}é🧪"

    #expect(text.sourceLiteral == #""a\"b\\c\n\\(d)\u{0}\u{202e}\u{2028}é🧪""#)
  }
}
