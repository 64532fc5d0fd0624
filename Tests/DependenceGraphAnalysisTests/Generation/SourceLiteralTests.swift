import Testing

@testable import DependenceGraphAnalysis

struct SourceLiteralTests {
  @Test func `any text is escaped as one string literal`() {
    let text = "a\"b\\c\n\\(d)\u{0}\u{202E}\u{2028}\u{2029}é🧪"

    #expect(text.sourceLiteral == #""a\"b\\c\n\\(d)\u{0}\u{202e}\u{2028}\u{2029}é🧪""#)
  }

  /// Each argument contains a name, and its spelling as a variable, as an argument label and as a
  /// type.
  @Test(arguments: [
    ("name", "name", "name", "name"), ("Name", "Name", "Name", "Name"),
    ("in", "`in`", "in", "`in`"), ("init", "`init`", "init", "`init`"),
    ("self", "`self`", "`self`", "`self`"), ("Type", "Type", "Type", "`Type`"),
    ("Any", "`Any`", "Any", "`Any`"), ("Self", "`Self`", "`Self`", "`Self`"),
    ("a b", "`a b`", "`a b`", "`a b`"), ("`in`", "`in`", "`in`", "`in`"),
  ])
  func `a name is written in backticks where it would be a keyword`(
    name: String,
    variable: String,
    argument: String,
    type: String
  ) {
    #expect([name.variableName, name.argumentName, name.typeName] == [variable, argument, type])
  }

  @Test(arguments: [
    ("A", "A"), ("Box<[Int: B_2]>", "Box_Int_B_2"), ("(_ é9) -> ()", "__é9"), ("?", ""),
  ])
  func `a name fragment replaces other characters by single underscores`(
    text: String,
    fragment: String
  ) {
    #expect(text.nameFragment == fragment)
  }
}
