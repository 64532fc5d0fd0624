@testable import DependenceHarness
import Testing

struct ExpectedCountTests {
  @Test(arguments: [
    (ExpectedCount.exactly(2), [2], "exactly 2 times"),
    (1, [1], "exactly once"),
    (.atLeast(1), [1, 2, 3, 4, 5], "at least once"),
    (0, [0], "exactly 0 times"),
    (.atMost(0), [0], "exactly 0 times"),
    (.atMost(2), [0, 1, 2], "at most 2 times"),
    (.between(0...2), [0, 1, 2], "at most 2 times"),
    (.between(1...3), [1, 2, 3], "1 to 3 times"),
  ])
  func `counts are matched and described`(expected: ExpectedCount, allowed: [Int], words: String) {
    #expect((0...5).filter(expected.allows) == allowed)
    #expect("\(expected)" == words)
    #expect(expected.problem == nil)
  }

  @Test func `a negative expected count is invalid`() {
    #expect(
      ExpectedCount.exactly(-1).problem
        == "The expected count \"exactly -1 times\" is negative, so it was not checked. Expect 0 times or more."
    )
    #expect(
      ExpectedCount.atMost(-1).problem
        == "The expected count \"at most -1 times\" is negative, so it was not checked. Expect 0 times or more."
    )
    #expect(
      ExpectedCount.atLeast(-1).problem
        == "The expected count \"at least -1 times\" is negative, so it was not checked. Expect 0 times or more."
    )
  }
}
