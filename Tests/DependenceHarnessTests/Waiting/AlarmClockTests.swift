@testable import DependenceHarness
import Testing

struct AlarmClockTests {
  private var clock = AlarmClock(tick: .milliseconds(20))

  @Test mutating func `an alarm rings when the process has rested for as long`() {
    #expect(clock.add(.milliseconds(41)) {}.isFirst)

    #expect(clock.tick(isIdle: true).due.isEmpty)
    #expect(clock.tick(isIdle: false).due.isEmpty)
    #expect(clock.tick(isIdle: true).due.isEmpty)
    let last = clock.tick(isIdle: true)
    #expect(last.due.count == 1)
    #expect(!last.isNeeded)
  }

  @Test mutating func `in a process that never rests, it rings thirty times as late`() {
    _ = clock.add(.milliseconds(20)) {}

    for _ in 1..<30 { #expect(clock.tick(isIdle: false).due.isEmpty) }
    #expect(clock.tick(isIdle: false).due.count == 1)
  }

  @Test mutating func `an alarm that is taken back does not ring, and ticking ends`() {
    let number = clock.add(.zero) {}.number

    #expect(clock.cancel(number) != nil)
    let tick = clock.tick(isIdle: true)
    #expect(tick.due.isEmpty)
    #expect(!tick.isNeeded)
    #expect(clock.add(.zero) {}.isFirst)
  }

  @Test mutating func `ticking begins once`() {
    #expect(clock.add(.zero) {}.isFirst)
    #expect(!clock.add(.zero) {}.isFirst)
  }
}
