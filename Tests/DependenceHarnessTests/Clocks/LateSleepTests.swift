import Dependence
import DependenceHarness
import Testing

/// Tests of sleeps on a test clock that begin after the test that owns the clock has ended.
struct LateSleepTests {
  private let owner = RecordingOwner()
  private let root: DependencyRoot

  init() { root = DependencyRoot(owner: owner) }

  private func inTest(_ operation: () async throws -> Void) async rethrows {
    try await Frame.bind(RootFrame(root), operation)
  }

  @Test func `a sleep that begins after its test has ended is reported, and throws`() async {
    let clockSite = SourceSite()
    let clock = TestClock()
    root.close()

    let site = SourceSite()
    let sleep = Frame.bind(RootFrame(root)) { Task { try await clock.sleep(for: .seconds(1)) } }
    await #expect(throws: CancellationError.self) { try await sleep.value }

    #expect(
      owner.issues.map(\.message) == [
        """
        The TestClock created at \(clockSite.fileID):\(clockSite.line + 1) was used for a sleep in the scope of the \
        test "pays()", which has ended. Await the work that uses it, or cancel and await it, before the test ends.
        """
      ]
    )
    #expect(owner.issues.map(\.kind) == [.lateRead])
    #expect(owner.issues.first?.site.line == site.line + 1)
    #expect(clock.sleepers.isEmpty)
  }

  @Test func `a late sleep is not reported if its clock allows sleepers at the end`() async {
    let clock = TestClock(allowsSleepersAtEnd: true)
    root.close()

    await #expect(throws: CancellationError.self) {
      try await inTest { try await clock.sleep(for: .seconds(1)) }
    }

    #expect(owner.issues.isEmpty)
  }

  @Test func `a sleep until a deadline that has passed is late, too`() async {
    let clock = TestClock()
    root.close()

    await #expect(throws: CancellationError.self) {
      try await inTest { try await clock.sleep(until: clock.now) }
    }

    #expect(owner.issues.count == 1)
  }
}
