import Dependence
import DependenceTesting
import TestKeys
import Testing

struct TimerSequenceTests {
  private let clock = TestClock()

  @Test func `a timer ticks at multiples of its interval`() async {
    async let ticks = Array(clock.timer(interval: .seconds(2)).prefix(3))

    await clock.advance(by: .seconds(4), sleepers: 1)
    await clock.advance(by: .seconds(2))

    let start = AnyClock(TestClock()).now
    #expect(await ticks.map { start.duration(to: $0) } == [.seconds(2), .seconds(4), .seconds(6)])
  }

  @Test func `a slow consumer misses the ticks that have passed`() async {
    let start = AnyClock(clock).now
    var timer = clock.timer(interval: .seconds(2)).makeAsyncIterator()
    var ticks: [Duration] = []

    await clock.run {
      for busy in [Duration.zero, .seconds(5), .seconds(1), .zero] {
        ticks.append(await timer.next().map(start.duration(to:)) ?? .zero)
        try? await clock.sleep(for: busy)
      }
    }

    // The consumer receives the second tick at 4 s and is busy until 9 s, so it misses the ticks at
    // 6 s and 8 s.
    #expect(ticks == [.seconds(2), .seconds(4), .seconds(10), .seconds(12)])
  }

  @Test func `a consumer that falls behind misses no tick because of rounding`() async {
    let start = AnyClock(clock).now
    let interval = Duration(secondsComponent: 0, attosecondsComponent: 100_000_000_000_000_001)
    var timer = clock.timer(interval: interval).makeAsyncIterator()
    var last = Duration.zero

    await clock.run {
      _ = await timer.next()
      // The next tick is due exactly when the consumer requests it.
      try? await clock.sleep(for: interval * 1_000_000)
      last = await timer.next().map(start.duration(to:)) ?? .zero
    }

    #expect(last == interval * 1_000_001)
  }

  @Test func `a late tick does not delay the following ticks`() async {
    let start = AnyClock(clock).now
    let task = Task { await Array(clock.timer(interval: .seconds(2)).prefix(2)) }
    await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(2_500), sleepers: 0)
    await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(1_500))

    #expect(await task.value.map(start.duration(to:)) == [.seconds(2), .seconds(4)])
  }

  @Test func `cancelling the task ends the timer`() async {
    let task = Task { await Array(clock.timer(interval: .seconds(1))) }
    await clock.advance(by: .seconds(3), sleepers: 1)

    task.cancel()

    #expect(await task.value.count == 3)
  }

  @Test func `a timer works on an existential clock`() async {
    let erased: any Clock<Duration> = clock
    async let first = erased.timer(interval: .seconds(1)).first { _ in true }

    await clock.advance(by: .seconds(1))

    #expect(await first != nil)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `a zero or negative interval reports an issue and never ticks`(interval: Duration) async {
    var ticks: [AnyClock.Instant] = []

    let found = await issues { ticks = await Array(clock.timer(interval: interval)) }

    #expect(ticks.isEmpty)
    #expect(
      found.map(\.message) == [
        """
        The interval of this timer is \(interval), so it never ticks. Pass an interval of more than zero.
        """
      ]
    )
  }

  @Test func `a tick at the current instant is not missed, but a passed one is`() async throws {
    let clock = ImmediateClock()
    var ticks = clock.timer(interval: .seconds(1)).makeAsyncIterator()
    let first = try #require(await ticks.next())

    try await clock.sleep(for: .seconds(1))
    let second = try #require(await ticks.next())
    try await clock.sleep(for: .seconds(1) + .nanoseconds(1))
    let fourth = try #require(await ticks.next())

    #expect(first.duration(to: second) == .seconds(1))
    #expect(second.duration(to: fourth) == .seconds(2))
  }

  @Test func `a timer passes its tolerance to the clock`() async {
    let clock = ToleranceClock()

    for await _ in clock.timer(interval: .seconds(1), tolerance: .milliseconds(10)) { break }
    for await _ in clock.timer(interval: .seconds(1)) { break }

    #expect(clock.tolerances.withLock { $0 } == [.milliseconds(10), nil])
  }

  @Test func `a sleep of a timer has the source location of the timer`() async {
    let site = SourceSite()
    let task = Task { for await _ in clock.timer(interval: .seconds(1)) {} }
    await clock.waitForSleepers()

    #expect(clock.sleepers.first?.site?.line == site.line + 1)

    task.cancel()
  }
}

extension Array {
  fileprivate init<Elements: AsyncSequence>(_ elements: Elements) async
  where Elements.Element == Element, Elements.Failure == Never {
    self = []
    for await element in elements { append(element) }
  }
}

/// A clock that never waits, and that records the tolerance of each sleep.
private final class ToleranceClock: Clock {
  let tolerances = Lock<[Duration?]>([])
  private let base = ImmediateClock()

  var now: TestClock.Instant { base.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    tolerances.withLock { $0.append(tolerance) }
    try await base.sleep(until: deadline)
  }
}
