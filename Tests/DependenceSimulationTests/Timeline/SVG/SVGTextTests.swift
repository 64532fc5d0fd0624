@testable import DependenceSimulation
import Testing

struct SVGTextTests {
  @Test(arguments: [
    ("", 100, 0), ("fijlrtI .,:;'()", 100, 570), ("mwMW", 100, 380), ("AZ", 100, 140),
    ("az09…", 100, 310), ("日本", 100, 248), ("a", 12, 7), ("aaaa", 25, 62),
  ])
  func `the width of text depends on its characters`(text: String, size: Int, width: Int) {
    #expect(SVGText.width(of: text, size: size) == width)
  }

  @Test(arguments: [
    ("aaaa", 248, "aaaa"), ("aaaa", 247, "a…a"), ("aaaa", 186, "a…a"), ("aaaa", 185, "a…"),
    ("aaaa", 124, "a…"), ("aaaa", 123, "…"), ("aaaa", 1, "…"), ("ffffff", 228, "ffffff"),
  ])
  func `text is shortened in the middle only as much as needed`(
    text: String,
    width: Int,
    fitting: String
  ) {
    #expect(SVGText.fit(text, in: width, size: 100) == fitting)
  }

  @Test func `special characters are escaped in XML`() {
    #expect("<a b=\"c\"> & 'd'".xml == "&lt;a b=&quot;c&quot;&gt; &amp; 'd'")
  }
}
