import DependenceHarness
import Testing

struct ImmediateClockTests {
  private let clock = ImmediateClock()

  @Test func `a sleep advances time to its deadline`() async throws {
    try await clock.sleep(for: .seconds(3))
    try await clock.sleep(for: .seconds(4))

    #expect(clock.now == .init(offset: .seconds(7)))
  }

  @Test func `sleeping until an earlier instant does not move time backwards`() async throws {
    try await clock.sleep(until: .init(offset: .seconds(3)))
    try await clock.sleep(until: .init(offset: .seconds(1)))

    #expect(clock.now == .init(offset: .seconds(3)))
  }

  @Test @MainActor func `a sleep lets other tasks run`() async throws {
    let log = Log()
    let other = Task { log.append("other") }

    try await clock.sleep(until: .init(offset: .seconds(1)))
    log.append("sleeper")

    await other.value
    #expect(log.entries == ["other", "sleeper"])
  }

  @Test func `a cancelled task does not sleep and does not advance time`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now == .init())
  }

  @Test @MainActor
  func `cancelling a task during its sleep throws after time has advanced`() async {
    let sleeper = Task { @MainActor in try await clock.sleep(until: .init(offset: .seconds(1))) }
    let canceller = Task { @MainActor in sleeper.cancel() }

    await #expect(throws: CancellationError.self) { try await sleeper.value }
    await canceller.value
    #expect(clock.now == .init(offset: .seconds(1)))
  }
}
