@testable import DependenceHarness
import Testing

struct AlarmClockTests {
  private var clock = AlarmClock(tick: .milliseconds(20))

  @Test mutating func `an alarm rings when the process has rested for as long`() {
    #expect(clock.add(.milliseconds(41)) {}.isFirst)

    #expect(clock.tick(.idle).due.isEmpty)
    #expect(clock.tick(.busy).due.isEmpty)
    #expect(clock.tick(.idle).due.isEmpty)
    let last = clock.tick(.idle)
    #expect(last.due.count == 1)
    #expect(!last.isNeeded)
  }

  @Test mutating func `in a process that never rests, it rings thirty times as late`() {
    _ = clock.add(.milliseconds(20)) {}

    for _ in 1..<30 { #expect(clock.tick(.busy).due.isEmpty) }
    #expect(clock.tick(.busy).due.count == 1)
  }

  @Test func `ticks in which tasks find no thread hardly count in a busy process`() {
    var clock = AlarmClock(tick: .milliseconds(20))
    _ = clock.add(.milliseconds(20)) {}

    for _ in 1..<600 { #expect(clock.tick(.starved).due.isEmpty) }
    #expect(clock.tick(.starved).due.count == 1)
  }

  @Test func `ticks in which blocked threads keep tasks from running count as busy ones`() {
    var clock = AlarmClock(tick: .milliseconds(20))
    _ = clock.add(.milliseconds(20)) {}

    for _ in 1..<30 { #expect(clock.tick(.blocked).due.isEmpty) }
    #expect(clock.tick(.blocked).due.count == 1)
  }

  @Test mutating func `an alarm that is taken back does not ring, and ticking ends`() {
    let number = clock.add(.zero) {}.number

    #expect(clock.cancel(number) != nil)
    let tick = clock.tick(.idle)
    #expect(tick.due.isEmpty)
    #expect(!tick.isNeeded)
    #expect(clock.add(.zero) {}.isFirst)
  }

  @Test mutating func `ticking begins once`() {
    #expect(clock.add(.zero) {}.isFirst)
    #expect(!clock.add(.zero) {}.isFirst)
  }
}
