@testable import DependenceFoundation
import Testing

struct CounterTests {
  @Test func `concurrent increments are all counted`() async {
    let counter = Counter()

    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<500_000 { _ = counter.next() } } }
    }

    #expect(counter.next() == 4_000_000)
  }
}
