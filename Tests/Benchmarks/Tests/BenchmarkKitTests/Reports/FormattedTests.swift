import BenchmarkKit
import Testing

struct FormattedTests {
  @Test(arguments: [
    (0, "0"), (1, "1"), (-1, "-1"), (0.001, "0.00"), (-0.001, "0.00"), (0.25, "0.25"),
    (9.999, "10.0"), (12.34, "12.3"), (99.96, "100"), (1234.5, "1235"), (.infinity, "–"),
  ])
  func `a figure has three digits or is a whole number`(number: Double, expected: String) {
    #expect(number.formatted == expected)
  }
}
