@testable import DependenceSimulation
import Testing

struct SVGTextTests {
  @Test(arguments: [
    ("", 100, 0), ("fijlrtI .,:;'()", 100, 570), ("mwMW", 100, 380), ("AZ", 100, 140),
    ("az09…", 100, 310), ("日本", 100, 248), ("a", 12, 7), ("aaaa", 25, 62),
  ])
  func `a character is narrow, wide or in between`(text: String, size: Int, width: Int) {
    #expect(SVGText.width(of: text, size: size) == width)
  }

  @Test(arguments: [
    ("aaaa", 248, "aaaa"), ("aaaa", 247, "a…a"), ("aaaa", 186, "a…a"), ("aaaa", 185, "a…"),
    ("aaaa", 124, "a…"), ("aaaa", 123, "…"), ("aaaa", 1, "…"), ("ffffff", 228, "ffffff"),
  ])
  func `a text loses as much of its middle as it has to`(
    text: String,
    width: Int,
    fitting: String
  ) {
    #expect(SVGText.fit(text, in: width, size: 100) == fitting)
  }

  @Test func `what means something in XML is escaped`() {
    #expect("<a b=\"c\"> & 'd'".xml == "&lt;a b=&quot;c&quot;&gt; &amp; 'd'")
  }
}
