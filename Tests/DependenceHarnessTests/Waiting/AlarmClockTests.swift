@testable import DependenceHarness
import Testing

struct AlarmClockTests {
  private var clock = AlarmClock(tick: .milliseconds(20))

  @Test mutating func `an alarm fires after the process has been idle for its duration`() {
    #expect(clock.add(.milliseconds(41)) { _ in }.isFirst)

    #expect(clock.tick(.idle).due.isEmpty)
    #expect(clock.tick(.busy).due.isEmpty)
    #expect(clock.tick(.idle).due.isEmpty)
    let last = clock.tick(.idle)
    #expect(last.due.count == 1)
    #expect(!last.isNeeded)
  }

  /// Returns the number of ticks after which an alarm fires in a process whose activity never
  /// changes.
  private func ticks(_ activity: AlarmClock.Activity, ofAlarm limit: Duration) throws -> Int {
    var clock = AlarmClock(tick: .milliseconds(20))
    _ = clock.add(limit) { _ in }
    let count = (1...100_000).first { _ in !clock.tick(activity).due.isEmpty }
    return try #require(count)
  }

  @Test func `an alarm fires later in a busy process, and much later in a starved one`() throws {
    let limit = Duration.milliseconds(40)

    let (idle, busy) = try (ticks(.idle, ofAlarm: limit), ticks(.busy, ofAlarm: limit))
    let starved = try ticks(.starved, ofAlarm: limit)

    #expect(idle < busy && busy < starved)
    #expect(idle == 2)
  }

  @Test(
    arguments: [(AlarmClock.Activity.idle, Alarm.Cause.idle), (.busy, .busy), (.starved, .busy)]
  )
  mutating func `an alarm fires with the reason that it fires`(
    activity: AlarmClock.Activity,
    cause: Alarm.Cause
  ) {
    _ = clock.add(.milliseconds(20)) { _ in }

    var due: [Alarm.Cause] = []
    while due.isEmpty { due = clock.tick(activity).due.map(\.cause) }

    #expect(due == [cause])
  }

  @Test(
    arguments: [
      (Alarm.Cause.idle, "after 2.0 seconds in which the process was idle"),
      (.busy, "after at least 60.0 seconds in which the process was busy"),
      (.simulationIsIdle, "when no other task could run"),
    ]
  )
  func `a message states the reason that a wait has ended`(cause: Alarm.Cause, text: String) {
    #expect(cause.description(of: .seconds(2)) == text)
  }

  @Test mutating func `a cancelled alarm does not fire, and the clock stops ticking`() {
    let number = clock.add(.zero) { _ in }.number

    #expect(clock.cancel(number) != nil)
    let tick = clock.tick(.idle)
    #expect(tick.due.isEmpty)
    #expect(!tick.isNeeded)
    #expect(clock.add(.zero) { _ in }.isFirst)
  }

  @Test mutating func `only the first alarm starts the ticking`() {
    #expect(clock.add(.zero) { _ in }.isFirst)
    #expect(!clock.add(.zero) { _ in }.isFirst)
  }
}
