@testable import DependenceHarness
import Testing

struct SleeperQueueTests {
  private var queue = SleeperQueue<String>()

  @Test mutating func `sleepers wake by deadline, and in insertion order if deadlines are equal`() {
    insert("late", until: .seconds(3))
    insert("first", until: .seconds(1))
    insert("second", until: .seconds(1))

    #expect(queue.sleepers.map(\.payload) == ["first", "second", "late"])
    #expect(queue.step(towards: .seconds(5)) == ["first", "second"])
    #expect(queue.now == .seconds(1))
    #expect(queue.step(towards: .seconds(5)) == ["late"])
    #expect(queue.step(towards: .seconds(5)).isEmpty)
    #expect(queue.now == .seconds(5))
  }

  @Test mutating func `a sleeper wakes exactly at its deadline`() {
    insert("a", until: .seconds(1))

    #expect(queue.step(towards: .seconds(1) - .nanoseconds(1)).isEmpty)
    #expect(queue.now == .seconds(1) - .nanoseconds(1))
    #expect(queue.step(towards: .seconds(1)) == ["a"])
  }

  @Test mutating func `a sleep whose deadline has already passed is due immediately`() {
    _ = queue.step(towards: .seconds(2))

    #expect(insert("now", until: .seconds(2)) == .due)
    #expect(insert("past", until: .seconds(1)) == .due)
    #expect(queue.count == 0)
  }

  @Test mutating func `a jump wakes all sleepers up to the target time in order of deadline`() {
    insert("late", until: .seconds(3))
    insert("early", until: .seconds(1))
    insert("later", until: .seconds(4))

    #expect(queue.jump(to: .seconds(3)) == ["early", "late"])
    #expect(queue.now == .seconds(3))
    #expect(queue.count == 1)
  }

  @Test mutating func `a jump past 1,000 sleepers wakes them in order of deadline`() {
    let seconds = (0..<1_000).map { ($0 &* 7_919) % 1_000 + 1 }
    let kept = queue.announce()
    _ = queue.begin(kept, until: .seconds(2_000), "kept")
    for second in seconds { insert("\(second)", until: .seconds(second)) }

    #expect(queue.jump(to: .seconds(1_500)) == (1...1_000).map { "\($0)" })
    #expect(queue.sleepers.map(\.payload) == ["kept"])
  }

  @Test mutating func `stepping or jumping to an earlier time does not move time backwards`() {
    _ = queue.step(towards: .seconds(2))
    _ = queue.step(towards: .seconds(1))
    _ = queue.jump(to: .seconds(1))

    #expect(queue.now == .seconds(2))
  }

  @Test mutating func `cancelling a sleeper twice returns it only the first time`() {
    let id = queue.announce()
    _ = queue.begin(id, until: .seconds(1), "a")

    #expect(queue.cancel(id) == "a")
    #expect(queue.cancel(id) == nil)
    #expect(queue.nextDeadline == nil)
    #expect(queue.step(towards: .seconds(2)).isEmpty)
  }

  @Test mutating func `a sleep that was cancelled before it began does not begin`() {
    let id = queue.announce()

    #expect(queue.cancel(id) == nil)
    #expect(queue.begin(id, until: .seconds(1), "a") == .cancelled)
    #expect(queue.count == 0)
  }

  @Test mutating func `a stale ID does not affect the sleeper that reuses its slot`() {
    let first = queue.announce()
    _ = queue.begin(first, until: .seconds(1), "first")
    _ = queue.step(towards: .seconds(1))
    insert("second", until: .seconds(2))

    #expect(queue.cancel(first) == nil)
    #expect(queue.step(towards: .seconds(2)) == ["second"])

    let third = queue.announce()
    #expect(queue.cancel(first) == nil)
    #expect(queue.begin(third, until: .seconds(3), "third") == .asleep)
  }

  @Test mutating func `a cancelled sleep does not wake the sleeper that reuses its slot`() {
    let cancelled = queue.announce()
    _ = queue.begin(cancelled, until: .seconds(1), "cancelled")
    _ = queue.cancel(cancelled)
    insert("next", until: .seconds(5))

    #expect(queue.nextDeadline == .seconds(5))
    #expect(queue.sleepers.map(\.payload) == ["next"])
    #expect(queue.jump(to: .seconds(5) - .nanoseconds(1)).isEmpty)
    #expect(queue.jump(to: .seconds(5)) == ["next"])
  }

  @Test mutating func `many cancelled sleeps do not wake the sleepers that reuse their slots`() {
    for number in 0..<100 { insert("\(number)", until: .seconds(100)) }
    let cancelled = (0..<50).map { _ in queue.announce() }
    for id in cancelled { _ = queue.begin(id, until: .seconds(1), "cancelled") }
    for id in cancelled { _ = queue.cancel(id) }
    for number in 100..<150 { insert("\(number)", until: .seconds(50)) }

    #expect(queue.jump(to: .seconds(49)).isEmpty)
    #expect(queue.jump(to: .seconds(50)) == (100..<150).map { "\($0)" })
    #expect(queue.jump(to: .seconds(100)) == (0..<100).map { "\($0)" })
    #expect(queue.count == 0)
  }

  @Test
  mutating func `sleepers with equal deadlines wake in the order in which they fell asleep`() {
    let first = queue.announce()
    insert("second", until: .seconds(1))
    _ = queue.begin(first, until: .seconds(1), "first")

    #expect(queue.step(towards: .seconds(1)) == ["second", "first"])
  }

  @Test mutating func `cancelled sleepers do not accumulate in the heap`() {
    insert("stays", until: .seconds(1))
    var most = 0
    for _ in 0..<1_000 {
      let id = queue.announce()
      _ = queue.begin(id, until: .seconds(1_000), "cancelled")
      _ = queue.cancel(id)
      most = max(most, queue.entryCount)
    }

    #expect(most < 100)
    #expect(queue.count == 1)
    #expect(queue.step(towards: .seconds(1)) == ["stays"])
  }

  @Test mutating func `a slot is reused whether its sleep was due, cancelled or woken`() {
    insert("due", until: .zero)
    let cancelledBefore = queue.announce()
    _ = queue.cancel(cancelledBefore)
    _ = queue.begin(cancelledBefore, until: .seconds(1), "cancelled before it began")
    let cancelled = queue.announce()
    _ = queue.begin(cancelled, until: .seconds(1), "cancelled")
    _ = queue.cancel(cancelled)
    insert("woken", until: .seconds(1))
    _ = queue.step(towards: .seconds(1))
    insert("asleep", until: .seconds(2))

    #expect(queue.slotCount == 1)
  }

  // This test compares a queue with a simple list during random insertions, removals and steps of
  // time.
  @Test(arguments: 0..<50)
  func `the queue behaves like a simple list-based model`(seed: UInt64) {
    var random = LinearRandom(state: seed)
    var queue = SleeperQueue<Int>()
    var model: [(id: SleeperQueue<Int>.ID, deadline: Duration, payload: Int)] = []
    var now = Duration.zero
    for number in 0..<600 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let deadline = now + .seconds(Int.random(in: -1...20, using: &random))
        let id = queue.announce()
        #expect(queue.begin(id, until: deadline, number) == (deadline > now ? .asleep : .due))
        if deadline > now { model.append((id, deadline, number)) }
      case 5..<8:
        guard let victim = model.indices.randomElement(using: &random) else { continue }
        #expect(queue.cancel(model[victim].id) == model[victim].payload)
        model.remove(at: victim)
      default:
        let target = now + .seconds(Int.random(in: 0...10, using: &random))
        let next = model.map(\.deadline).min().flatMap { $0 <= target ? $0 : nil }
        let due = model.filter { $0.deadline == next }.map(\.payload)
        model.removeAll { $0.deadline == next }
        now = next ?? target
        #expect(queue.step(towards: target) == due)
      }
      #expect(queue.now == now)
      #expect(queue.count == model.count)
      #expect(queue.nextDeadline == model.map(\.deadline).min())
    }
  }

  @discardableResult
  private mutating func insert(
    _ payload: String,
    until deadline: Duration
  ) -> SleeperQueue<String>.Beginning {
    let id = queue.announce()
    return queue.begin(id, until: deadline, payload)
  }
}
