import Dependence
@testable import DependenceHarness
import TestKeys
import Testing

/// Tests of how a clock ends sleeps if the test does not advance its time. The tests call
/// `endVainSleeps` directly, so they do not wait for the timer that normally calls it.
struct VainSleepTests {
  @Test func `a sleep that began after the timer was started does not end with it`() async {
    let clock = TestClock(patience: .seconds(1_000))
    let found = await issues {
      let first = Task { try await clock.sleep(for: .seconds(1)) }
      await clock.waitForSleepers()
      let firstSleep = clock.state.withLock { $0.queue.lastNumber }
      first.cancel()
      _ = await first.result
      let second = Task { try await clock.sleep(for: .seconds(1)) }
      await clock.waitForSleepers()
      let (callCount, secondSleep) = clock.state.withLock { ($0.callCount, $0.queue.lastNumber) }

      clock.endVainSleeps(since: callCount, firstSleep)
      #expect(clock.sleepers.count == 1)

      clock.endVainSleeps(since: callCount, secondSleep)
      await #expect(throws: CancellationError.self) { try await second.value }
    }

    #expect(found.count == 1)
    #expect(clock.sleepers.isEmpty)
  }

  @Test func `sleeps do not end if the test has moved time since the timer was started`() async {
    let clock = TestClock(patience: .seconds(1_000))
    let sleep = Task { try await clock.sleep(for: .seconds(2)) }
    await clock.waitForSleepers()
    let (callCount, lastSleep) = clock.state.withLock { ($0.callCount, $0.queue.lastNumber) }
    await clock.advance(by: .seconds(1), sleepers: 1)

    clock.endVainSleeps(since: callCount, lastSleep)

    #expect(clock.sleepers.count == 1)
    sleep.cancel()
    _ = await sleep.result
  }

  @Test func `each test whose task sleeps on a shared clock reports the end of its sleep`() async {
    let clock = TestClock(patience: .seconds(1_000))
    /// Starts two sleeps in a test's root, and returns the issues that they report.
    func sleepTwice(for seconds: Int) -> Task<[DependencyIssue], Never> {
      Frame.bind(RootFrame(DependencyRoot(owner: nil))) {
        Task {
          await issues {
            let sleeps = [seconds, seconds + 1].map { seconds in
              Task { try await clock.sleep(for: .seconds(seconds)) }
            }
            for sleep in sleeps {
              await #expect(throws: CancellationError.self) { try await sleep.value }
            }
          }
        }
      }
    }
    let tests = [sleepTwice(for: 1), sleepTwice(for: 3)]
    await clock.waitForSleepers(atLeast: 4)
    let (callCount, lastSleep) = clock.state.withLock { ($0.callCount, $0.queue.lastNumber) }

    clock.endVainSleeps(since: callCount, lastSleep)

    for (test, deadlines) in zip(tests, [[1, 2], [3, 4]]) {
      let found = await test.value
      #expect(found.count == 1)
      #expect(found.first?.message.hasPrefix("2 tasks slept on a TestClock") == true)
      for seconds in 1...4 {
        let isListed = found.first?.message.contains("until \(seconds).0 seconds") == true
        #expect(isListed == deadlines.contains(seconds))
      }
    }
  }
}
