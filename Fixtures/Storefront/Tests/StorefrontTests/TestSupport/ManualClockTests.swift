import StorefrontTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ManualClockTests {
  private let clock = ManualClock()

  @Test func `a sleeper wakes at its deadline and not before`() async throws {
    async let sleep: Void = clock.sleep(for: .seconds(2))
    try await clock.sleepers(1)

    clock.advance(by: .seconds(1))
    let early = clock.sleeperCount
    clock.advance(by: .seconds(1))
    let late = clock.sleeperCount

    try await sleep
    #expect([early, late] == [1, 0])
  }

  @Test func `waiting for sleepers takes all of them`() async throws {
    async let one: Void = clock.sleep(for: .seconds(1))
    async let other: Void = clock.sleep(for: .seconds(2))

    try await clock.sleepers(2)

    #expect(clock.sleeperCount == 2)
    clock.advance(by: .seconds(2))
    _ = try await (one, other)
  }

  @Test func `a deadline that is past does not sleep`() async throws {
    clock.advance(by: .seconds(1))

    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(1)))

    #expect(clock.sleeperCount == 0)
  }

  @Test func `a cancelled sleeper wakes with an error`() async throws {
    let sleep = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    try await clock.sleepers(1)

    sleep.cancel()

    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func `waiting for sleepers ends with its task`() async {
    let wait = Task { [clock] in try await clock.sleepers(1) }

    wait.cancel()

    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  @Test func `a task that is cancelled already does not sleep`() async {
    let sleep = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }

    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(clock.sleeperCount == 0)
  }
}
