@testable import DependenceGraphKernel
import Testing

struct SourceLexerTests {
  /// Returns the tokens of `source`, separated by spaces.
  private func tokens(_ source: String) -> String {
    let bytes = Array(source.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var lexer = SourceLexer(bytes)
      var tokens: [String] = []
      while tokens.count < 100 {
        switch lexer.next() {
        case .identifier(let range): tokens.append(lexer.text(range))
        case .symbol(let byte, let offset):
          tokens.append("\(Character(Unicode.Scalar(byte)))")
          #expect(bytes[offset] == byte)
        case .end: return tokens.joined(separator: " ")
        case .lost: return (tokens + ["lost"]).joined(separator: " ")
        }
      }
      return "without an end"
    }
  }

  @Test(
    arguments: [
      ("", ""), ("a_1$é b", "a_1$é b"), ("a\tb\nc\rd\u{B}e\u{C}f", "a b c d e f"),
      ("a\u{E}", "a \u{E}"), ("{[(a.b)]}", "{ [ ( a . b ) ] }"), ("a`b c`d", "a d"),
      ("a`b", "a lost"), ("a`b\nc`", "a lost"), ("#if a", "if a"), ("##a", "a"),
      ("#!a {\nb", "b"), ("a #!b", "a ! b"), ("#a {", "a {"), ("!# a", "! a"),
    ] as [(String, String)]
  )
  func `code is split into identifiers and symbols`(source: String, tokens: String) {
    #expect(self.tokens(source) == tokens)
  }

  @Test(
    arguments: [
      ("a // b", "a"), ("a // b\nc", "a c"), ("a // b\rc", "a c"), ("// a", ""),
      ("a /* b */ c", "a c"), ("a /* b /* c */ d */ e", "a e"), ("/**/a", "a"), ("/*/ a */b", "b"),
      ("a /* b", "a lost"), ("a /* b /* c */", "a lost"), ("a /* b *", "a lost"), ("a //", "a"),
    ] as [(String, String)]
  )
  func `a comment yields no tokens`(source: String, tokens: String) {
    #expect(self.tokens(source) == tokens)
  }

  @Test(
    arguments: [
      ("a / b", "a / b"), ("a/b", "a / b"), ("a/ b", "a / b"), ("a /b", "a lost"), ("/ a", "/ a"),
      ("/a", "lost"), ("(/a", "( lost"), ("(a)/b", "( a ) / b"), ("[a]/b", "[ a ] / b"),
      ("{a}/b", "{ a } / b"), ("a!/b", "a ! / b"), (" x a?/b", "x a ? / b"), ("a ?/b", "a ? lost"),
      ("a ? !/b", "a ? ! lost"), ("`a`/b", "/ b"), ("\"a\"/b", "/ b"), ("a\n/b", "a lost"),
      ("a\t/b", "a lost"), ("a/\tb", "a / b"), ("a\u{B}/b", "a lost"), ("a\u{C}/b", "a lost"),
      ("a\r/b", "a lost"), ("a/", "a /"), ("a /", "a lost"), ("a/b/c", "a / b / c"),
      ("a+/b", "a + lost"), ("a//b", "a"), ("a/ /b", "a / lost"), ("#/a", "lost"), ("##/a", "lost"),
      ("#a/b", "a / b"), ("a#/b", "a lost"), ("#\t/ b", "/ b"), ("a.b/c", "a . b / c"),
    ] as [(String, String)]
  )
  func `the lexer stops at a slash that may begin a regular expression`(
    source: String,
    tokens: String
  ) {
    #expect(self.tokens(source) == tokens)
  }

  @Test(arguments: [
    "await", "case", "catch", "consume", "copy", "defer", "do", "each", "else", "for", "guard",
    "if", "in", "repeat", "return", "switch", "throw", "try", "where", "while", "yield",
  ])
  func `a slash after a keyword may begin a regular expression`(keyword: String) {
    #expect(tokens("\(keyword)/b") == "\(keyword) lost")
    #expect(tokens("\(keyword)s/b") == "\(keyword)s / b")
  }

  @Test(
    arguments: [
      (#"a "b" c"#, "a c"), (#"a "\"b" c"#, "a c"), (#"a "\\" c"#, "a c"), (#"a "" c"#, "a c"),
      ("a \"b", "a lost"), ("a \"b\nc\"", "a lost"), ("a \"b\rc\"", "a lost"),
      ("a \"b\\\nc\" d", "a lost"), ("a \"b\\\rc\" d", "a lost"), ("a \"\\", "a lost"),
      ("a \"\"\"\nb \"c\" \"\"d\n\"\"\" e", "a e"),
      ("a \"\"\"\nb\\\nc\\\"\"\"\"\n\"\"\" d", "a lost"),
      ("a \"\"\"\nb \\\"\"\" c\n\"\"\" d", "a d"), ("a \"\"\"\nb", "a lost"),
      ("a \"\"\"\nb\\\nc\n\"\"\" d", "a d"), ("a \"\"\"\r\nb\r\n\"\"\" c", "a c"),
      (##"a #"b"c"# d"##, "a d"), (##"a #"b\"# d"##, "a d"), (##"a #"\#"b"# d"##, "a d"),
      (###"a ##"b"#c"## d"###, "a d"), (##"a #"b" c"##, "a lost"), (##"a #"""# b"##, "a b"),
      (##"a #"""b"# c"##, "a c"), ("a #\"\"\"\nb \"\"\" c\n\"\"\"# d", "a d"),
      ("a #\"\"\"\r\"# b\n\"\"\"# d", "a d"), ("a #\"\"\"", "a lost"), ("a #\"\\#\nb\"#", "a lost"),
    ] as [(String, String)]
  )
  func `a string literal yields no tokens`(source: String, tokens: String) {
    #expect(self.tokens(source) == tokens)
  }

  @Test(
    arguments: [
      (#"a "\(b)" c"#, "a c"), (#"a "\((b)()}")" c"#, "a lost"), (#"a "\((b)(")}"))" c"#, "a c"),
      (#"a "b\("\(c)")d" e"#, "a e"), (##"a #"\(b"# c"##, "a c"), (##"a #"\#(b")")"# c"##, "a c"),
      (#"a "\(b" c"#, "a lost"), (#"a "\(/b/)" c"#, "a lost"), (#"a "\(b / c)" d"#, "a d"),
      (#"a "\("b"/c)" d"#, "a d"), ("a \"\\(b\n)\" c", "a c"), (#"a "\(/* ) */ b)" c"#, "a c"),
      (#"a "\((b)/c)" d"#, "a d"), ("a \"\"\"\n\\(b(\"c\")) \"\n\"\"\" d", "a d"),
      (#"a "\(b)\(c)" d"#, "a d"),
    ] as [(String, String)]
  )
  func `interpolated code in a string literal is skipped`(
    source: String,
    tokens: String
  ) {
    #expect(self.tokens(source) == tokens)
  }
}
