import BenchmarkKit
import Testing

struct MedianTests {
  @Test(arguments: [
    ([3], 3),
    ([3, 1, 2], 2),
    ([9, 1, 1, 1, 9, 9, 2], 2),
  ])
  func `the median of an odd number of values is the middle value`(numbers: [Int], expected: Int) {
    #expect(numbers.median == expected)
  }

  @Test func `the median of an even number of values is the upper middle value`() {
    #expect([1, 4, 2, 3].median == 3)
  }

  @Test func `an empty array has no median`() {
    #expect([Int]().median == nil)
  }
}
