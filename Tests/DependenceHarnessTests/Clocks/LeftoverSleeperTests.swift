import Dependence
import DependenceHarness
import Testing

struct LeftoverSleeperTests {
  private let root = DependencyRoot(owner: SilentOwner())

  @Test
  func `a task that sleeps at the end of its test is reported, and its sleep throws`() async throws
  {
    let clock = TestClock()
    let site = SourceSite()
    let task = inTest { Task(name: "poll") { try await clock.sleep(for: .seconds(1)) } }
    await clock.waitForSleepers()

    let report = try #require(root.finishAudits())

    #expect(
      report.message == """
        The test ended while 1 task slept on its TestClock: the task "poll" at \
        \(site.fileID):\(site.line + 1) until 1.0 seconds. Cancel and await each of these tasks, move \
        time past its deadline, or create the clock with `allowsSleepersAtEnd: true`.
        """
    )
    #expect(report.kind == .leftover)
    #expect(report.site.line == site.line + 1)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `the sleepers of two clocks are combined into one issue`() async throws {
    let clocks = [TestClock(), TestClock()]
    for clock in clocks {
      _ = inTest { Task { try await clock.sleep(for: .seconds(1)) } }
      await clock.waitForSleepers()
    }

    let report = try #require(root.finishAudits())

    let lines = report.message.split(separator: "\n")
    #expect(lines.first == "2 problems were found at the end of the test:")
    #expect(
      lines.dropFirst().allSatisfy { $0.hasPrefix("- \(report.site): The test ended while 1") }
    )
    #expect(lines.count == 3)
    #expect(report.kind == .leftover)
  }

  @Test
  func `a clock that allows sleepers at the end reports none, but their sleeps throw`() async {
    let clock = TestClock(allowsSleepersAtEnd: true)
    let task = inTest { Task { try await clock.sleep(for: .seconds(1)) } }
    await clock.waitForSleepers()

    #expect(root.finishAudits() == nil)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `the end of a test does not wake the sleepers of another test`() async throws {
    let clock = TestClock()
    let mine = inTest { Task { try await clock.sleep(for: .seconds(1)) } }
    let other = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers(atLeast: 2)

    #expect(root.finishAudits() != nil)

    await #expect(throws: CancellationError.self) { try await mine.value }
    #expect(clock.sleepers.count == 1)
    await clock.advance(by: .seconds(1))
    try await other.value
  }

  private func inTest<Result>(_ operation: () -> Result) -> Result {
    Frame.bind(RootFrame(root), operation)
  }
}

/// An owner of a dependency root, such as a test, that discards the issues that it receives.
struct SilentOwner: RootOwner {
  var name: String { "silent" }
  func receive(_ issue: DependencyIssue) -> Bool { true }
  func scopeWillEscape() {}
}
