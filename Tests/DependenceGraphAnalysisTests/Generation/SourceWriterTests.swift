import Testing

@testable import DependenceGraphAnalysis

struct SourceWriterTests {
  @Test(arguments: [(9, "a {\n  b(c)\n}\n"), (10, "a { b(c) }\n")])
  func `a block is on one line if it fits into the width`(width: Int, text: String) {
    var writer = SourceWriter()

    writer.block("a", upTo: width) { $0.line("b(c)") }

    #expect(writer.text == text)
  }

  @Test(arguments: [(13, "    a {\n      b(c)\n    }\n"), (14, "    a { b(c) }\n")])
  func `the width of a nested block includes its indentation`(width: Int, text: String) {
    var writer = SourceWriter()

    writer.block("outer") { writer in
      writer.block("inner") { writer in writer.block("a", upTo: width) { $0.line("b(c)") } }
    }

    #expect(writer.text == "outer {\n  inner {\n\(text)  }\n}\n")
  }

  @Test(arguments: [[], ["b", "c"]])
  func `a block with no lines or several lines is never written on one line`(lines: [String]) {
    var writer = SourceWriter()

    writer.block("a", upTo: 100) { writer in for line in lines { writer.line(line) } }

    #expect(writer.text == "a {\n\(lines.map { "  \($0)\n" }.joined())}\n")
  }

  @Test func `an empty line has no spaces, and a directive has no indentation`() {
    var writer = SourceWriter()

    writer.block("a") { writer in
      writer.line()
      writer.directive("#b")
      writer.line("c")
    }

    #expect(writer.text == "a {\n\n#b\n  c\n}\n")
  }
}
