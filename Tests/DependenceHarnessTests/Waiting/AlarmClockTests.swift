@testable import DependenceHarness
import Testing

struct AlarmClockTests {
  private var clock = AlarmClock(tick: .milliseconds(20))

  @Test mutating func `an alarm fires after the process has been idle for its duration`() {
    #expect(clock.add(.milliseconds(41)) {}.isFirst)

    #expect(clock.tick(.idle).due.isEmpty)
    #expect(clock.tick(.busy).due.isEmpty)
    #expect(clock.tick(.idle).due.isEmpty)
    let last = clock.tick(.idle)
    #expect(last.due.count == 1)
    #expect(!last.isNeeded)
  }

  @Test
  mutating func `in a process that is always busy, an alarm fires after 30 times its duration`() {
    _ = clock.add(.milliseconds(20)) {}

    for _ in 1..<30 { #expect(clock.tick(.busy).due.isEmpty) }
    #expect(clock.tick(.busy).due.count == 1)
  }

  @Test func `in a starved process, an alarm fires after 600 times its duration`() {
    var clock = AlarmClock(tick: .milliseconds(20))
    _ = clock.add(.milliseconds(20)) {}

    for _ in 1..<600 { #expect(clock.tick(.starved).due.isEmpty) }
    #expect(clock.tick(.starved).due.count == 1)
  }

  @Test func `ticks in which blocked threads keep tasks from running count as busy`() {
    var clock = AlarmClock(tick: .milliseconds(20))
    _ = clock.add(.milliseconds(20)) {}

    for _ in 1..<30 { #expect(clock.tick(.blocked).due.isEmpty) }
    #expect(clock.tick(.blocked).due.count == 1)
  }

  @Test mutating func `a cancelled alarm does not fire, and the clock stops ticking`() {
    let number = clock.add(.zero) {}.number

    #expect(clock.cancel(number) != nil)
    let tick = clock.tick(.idle)
    #expect(tick.due.isEmpty)
    #expect(!tick.isNeeded)
    #expect(clock.add(.zero) {}.isFirst)
  }

  @Test mutating func `only the first alarm starts the ticking`() {
    #expect(clock.add(.zero) {}.isFirst)
    #expect(!clock.add(.zero) {}.isFirst)
  }
}
