import Dependence
@testable import DependenceHarness
import Testing

struct SpyLogTests {
  private let root = DependencyRoot(owner: nil)
  private var log = SpyLog<String, Int>()
  private var texts: [String] { log.calls.map { "\($0.number), \($0.order): \($0.outcome)" } }

  private mutating func begin(_ order: UInt64, in root: DependencyRoot? = nil) {
    _ = log.begin(SpyCall("a", time: nil, owner: nil), order: order, in: root ?? self.root)
  }

  @Test
  mutating func `calls are numbered in the order in which they begin, and can end in any order`() {
    begin(5)
    begin(9)
    begin(12)

    _ = log.end(12, .returned(3))
    _ = log.end(5, .threw(CancellationError()))

    #expect(
      texts == [
        "1, 5: threw CancellationError()", "2, 9: still running", "3, 12: returned 3",
      ]
    )
    #expect(log.count == 3)
  }

  @Test mutating func `a reset removes all calls, including calls that end later`() {
    begin(1)
    begin(2)

    #expect(log.reset(by: nil).map(\.number) == [1, 2])
    begin(3)
    _ = log.end(1, .returned(1))

    #expect(texts == ["1, 3: still running"])
    #expect(log.removeRunningCalls(of: root).map(\.call.order) == [2, 3])
  }

  @Test
  mutating func `the running calls of a root are removed once, without those of other roots`() {
    let other = DependencyRoot(owner: nil)
    begin(1)
    begin(2, in: other)
    begin(3)
    begin(4)
    _ = log.end(3, .returned(3))

    #expect(log.removeRunningCalls(of: root).map(\.call.order) == [1, 4])
    #expect(log.removeRunningCalls(of: root).isEmpty)
    #expect(log.removeRunningCalls(of: other).map(\.call.order) == [2])
  }
}
