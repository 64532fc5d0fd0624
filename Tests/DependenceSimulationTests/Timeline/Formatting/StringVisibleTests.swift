import Dependence
@testable import DependenceSimulation
import Testing

struct StringVisibleTests {
  @Test(arguments: [
    ("load", "load"), ("a\nb\t\u{0}", "a\\nb\\t\\0"), ("a\r\nb", "a\\r\\nb"),
    ("\u{202e}evil", "\\u{202E}evil"), ("\u{2028}\u{ffff}", "\\u{2028}\\u{FFFF}"),
    ("\u{1b}[31m!\u{7f}", "\\u{1B}[31m!\\u{7F}"), ("日本 👩‍👧 é", "日本 👩‍👧 é"),
  ])
  func `invisible characters are written as escapes`(text: String, visible: String) {
    #expect(text.visible == visible)
  }

  @Test(arguments: [
    ("", 0), ("task", 4), ("日本", 4), ("👩‍👧", 2), ("❤️", 2), ("é", 1), ("e\u{301}", 1), ("한글", 4),
    ("…", 1),
  ])
  func `East Asian characters and emoji are two columns wide`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("abcdefghij", 10, "abcdefghij"), ("abcdefghij", 9, "abcd…ghij"),
    ("abcdefghij", 4, "ab…j"), ("abcdefghij", 1, "…"), ("日本語のタスク", 14, "日本語のタスク"),
    ("日本語のタスク", 8, "日本…ク"), ("👩‍👧👩‍👧👩‍👧", 6, "👩‍👧👩‍👧👩‍👧"),
  ])
  func `a long text is shortened in the middle`(text: String, limit: Int, elided: String) {
    #expect(text.elided(to: limit) == elided)
  }

  @Test(arguments: 0..<50)
  func `shortened text fits the limit, and text that fits is unchanged`(seed: UInt64) {
    var random = SeededRandomNumberGenerator(seed: seed)
    let characters: [Character] = ["a", "語", "👩‍👧", "é", " "]
    let length = Int.random(in: 0...60, using: &random)
    let text = String((0..<length).map { _ in characters.randomElement(using: &random)! })
    let limit = Int.random(in: 1...60, using: &random)

    let elided = text.elided(to: limit)

    #expect(elided.columns <= limit)
    #expect((elided == text) == (text.columns <= limit))
    // A wide character may not fit on either side of the ellipsis, so up to two columns may stay
    // empty.
    #expect(elided == text || elided.columns >= limit - 2)
  }
}
