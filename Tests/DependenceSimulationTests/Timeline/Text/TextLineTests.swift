@testable import DependenceSimulation
import Testing

struct TextLineTests {
  @Test func `spaces are written only before further text`() {
    var line = TextLine("日b")
    line.append("  ")
    #expect(line.text == "日b")
    #expect(line.columns == 5)

    line.append("c")
    line.pad(to: 3)
    line.pad(to: 9)
    line.append("d")
    line.pad(to: 20)

    #expect(line.text == "日b  c   d")
    #expect(line.columns == 20)
  }

  @Test(arguments: [
    (7, ["abc  de", "日本  f"]), (6, ["abc", "de", "日本", "f"]), (8, ["abc  de", "日本  f"]),
    (13, ["abc  de  日本", "f"]), (1, ["abc", "de", "日本", "f"]),
  ])
  func `items flow into lines of a given width`(width: Int, lines: [String]) {
    #expect(["abc", "de", "日本", "f"].flowing(in: width) == lines)
  }

  @Test func `no items produce no lines`() {
    #expect([String]().flowing(in: 9) == [])
  }
}
