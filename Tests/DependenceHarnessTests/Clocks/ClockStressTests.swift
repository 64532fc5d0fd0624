import Dependence
import DependenceHarness
import Testing

struct ClockStressTests {
  // Sleeps, wake-ups and cancellations race, but every sleep must end exactly once. A checked
  // continuation traps if it is resumed twice, and logs a warning if it is never resumed.
  @Test(arguments: 0..<8)
  func `every sleep ends exactly once, by waking or by cancellation`(seed: UInt64) async {
    let clock = TestClock()
    let tasks = (0..<500).map { number in
      Task {
        do {
          try await clock.sleep(for: .milliseconds(1 + (number * 7919) % 100))
          return true
        } catch {
          return false
        }
      }
    }
    var random = LinearRandom(state: seed)
    let victims = tasks.indices.shuffled(using: &random).prefix(250)

    await withTaskGroup(of: Void.self) { group in
      group.addTask { for victim in victims { tasks[victim].cancel() } }
      group.addTask {
        for _ in 0..<50 { await clock.advance(by: .milliseconds(1), sleepers: 0) }
      }
    }
    let wokenBefore = clock.now
    await clock.run { for task in tasks { _ = await task.value } }

    #expect(clock.sleepers.isEmpty)
    #expect(wokenBefore == .init(offset: .milliseconds(50)))
    let outcomes = await tasks.async { await $0.value }
    for (number, isWoken) in outcomes.enumerated() where !isWoken {
      #expect(victims.contains(number), "sleeper \(number) was never cancelled, but did not wake")
    }
  }

  @Test func `cancelling half of many sleepers in random order leaves no sleeper behind`() async {
    let clock = TestClock()
    let tasks = (0..<10_000).map { number in
      Task { try await clock.sleep(for: .milliseconds(1 + number % 1_000)) }
    }
    await clock.waitForSleepers(atLeast: 10_000)
    var random = LinearRandom(state: 1)

    for victim in tasks.indices.shuffled(using: &random).prefix(5_000) { tasks[victim].cancel() }
    #expect(clock.sleepers.count == 5_000)
    await clock.advance(by: .seconds(1), sleepers: 0)

    let results = await tasks.async { await $0.result }
    #expect(results.count { (try? $0.get()) != nil } == 5_000)
    #expect(clock.sleepers.isEmpty)
  }
}

extension Array where Element: Sendable {
  /// Maps the elements with an asynchronous `transform`, one after the other.
  fileprivate func async<Result>(_ transform: (Element) async -> Result) async -> [Result] {
    var results: [Result] = []
    for element in self { results.append(await transform(element)) }
    return results
  }
}
