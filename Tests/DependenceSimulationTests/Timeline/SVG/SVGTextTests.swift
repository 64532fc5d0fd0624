@testable import DependenceSimulation
import Testing

struct SVGTextTests {
  private func width(of text: String) -> Int { SVGText.width(of: text, size: 100) }

  @Test func `a wide character takes up more space than a narrow one`() {
    let widths = ["i", "a", "A", "W", "日"].map(width(of:))

    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: ["", "il1.", "mW", "Text", "日本…"])
  func `the width of text is the sum of its characters, and proportional to the font size`(
    text: String
  ) {
    let sum = text.map { width(of: String($0)) }.reduce(0, +)

    #expect(SVGText.width(of: text, size: 100) == sum)
    #expect(SVGText.width(of: text, size: 200) == 2 * sum)
  }

  @Test(arguments: ["aaaaaaaa", "ffffffff", "fW日aaWf日a"])
  func `text is shortened only if it does not fit`(text: String) {
    let tooWide = (width(of: "…")..<width(of: text)).filter { space in
      let fitting = SVGText.fit(text, in: space, size: 100)
      return width(of: fitting) > space || !fitting.contains("…")
    }

    #expect(tooWide == [])
    #expect(SVGText.fit(text, in: width(of: text), size: 100) == text)
  }

  @Test(arguments: ["abcdeghk", "ffffffff"], 1...7)
  func `shortened text keeps its ends and as many characters as fit`(text: String, count: Int) {
    let space = width(of: "\(text.prefix(count - 1))…")

    let fitting = SVGText.fit(text, in: space, size: 100)

    let head = fitting.prefix { $0 != "…" }
    let tail = fitting.drop { $0 != "…" }.dropFirst()
    #expect(fitting.count == count)
    #expect(text.hasPrefix(head) && text.hasSuffix(tail))
    #expect(abs(head.count - tail.count) <= 1)
  }

  @Test func `special characters are escaped in XML`() {
    #expect("<a b=\"c\"> & 'd'".xml == "&lt;a b=&quot;c&quot;&gt; &amp; 'd'")
  }
}
