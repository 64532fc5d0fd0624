import Dependence
import DependenceTesting
import Testing

struct AnyClockTests {
  private let base = TestClock()

  @Test func `an erased clock follows the time of the wrapped clock`() async throws {
    let clock = AnyClock(base)
    let start = clock.now

    async let value: Void = clock.sleep(for: .seconds(2))
    await base.advance(by: .seconds(2))
    try await value

    #expect(start.duration(to: clock.now) == .seconds(2))
    #expect(start < clock.now)
    #expect(start.advanced(by: .seconds(2)) == clock.now)
    #expect(clock.minimumResolution == .zero)
  }

  @Test func `an erased clock can sleep until an instant`() async throws {
    let clock = AnyClock(base)
    async let value: Void = clock.sleep(until: clock.now.advanced(by: .seconds(1)))

    await base.advance(by: .seconds(1))

    try await value
  }

  @Test func `instants of two wrappers of one clock can be compared`() async {
    let first = AnyClock(base).now
    await base.advance(by: .seconds(1), sleepers: 0)
    let second = AnyClock(AnyClock(base)).now

    #expect(first < second)
    #expect(!(second < first) && !(second < AnyClock(base).now))
    #expect(Set([first, second, AnyClock(base).now]).count == 2)
  }

  @Test func `the wrapped clock records the source location of a sleep`() async {
    let clock = AnyClock(base)
    let site = SourceSite()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await base.waitForSleepers()

    #expect(base.sleepers.first?.site?.line == site.line + 1)

    task.cancel()
  }

  @Test func `a system clock can be wrapped`() async throws {
    let clock = AnyClock(ContinuousClock())
    let start = clock.now

    try await clock.sleep(for: .nanoseconds(1))
    try await clock.sleep(until: start)

    #expect(start < clock.now)
  }

  @Test func `comparing instants of different clocks traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = AnyClock(ContinuousClock()).now < AnyClock(TestClock()).now
    }
  }
}
