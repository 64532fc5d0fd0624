import BenchmarkKit
import Testing

struct MedianTests {
  @Test(arguments: [
    ([3], 3),
    ([3, 1, 2], 2),
    ([9, 1, 1, 1, 9, 9, 2], 2),
  ])
  func `the median is the middle in order`(numbers: [Int], expected: Int) {
    #expect(numbers.median == expected)
  }

  @Test func `of an even number it is the upper one of two`() {
    #expect([1, 4, 2, 3].median == 3)
  }

  @Test func `nothing has no median`() {
    #expect([Int]().median == nil)
  }
}
