import Dependence
import DependenceHarness
import Dispatch
import Foundation
import TestEffort
import TestKeys
import Testing

struct UnfinishedCallTests {
  private let root = DependencyRoot(owner: SilentOwner())
  private let clock = TestClock(allowsSleepersAtEnd: true)

  private func inTest<Result>(_ operation: () -> Result) -> Result {
    Frame.bind(RootFrame(root), operation)
  }

  /// Starts a call that runs until the clock advances or the test ends.
  private func start(_ spy: Spy<Int, Void>, _ number: Int) -> Task<Void, Never> {
    let save = spy.wrap { [clock] _ async in try? await clock.sleep(for: .seconds(1)) }
    return Task { await save(number) }
  }

  @Test func `a call that is still running at the end of its test is reported`() async throws {
    let site = SourceSite()
    let spy = Spy<Int, Void>("API.save")
    let tasks = inTest { [start(spy, 1), start(spy, 2)] }
    await Frame.bind(RootFrame(root)) { await spy.waitForCalls(atLeast: 2, to: .begin) }
    await clock.waitForSleepers(atLeast: 2)

    let report = try #require(root.finishAudits())

    let numbers = inTest { spy.calls.map(\.arguments) }
    #expect(
      report.message == """
        2 calls to API.save were still running when the test ended:
          1. API.save(\(numbers[0]))
          2. API.save(\(numbers[1]))
        Await the work that makes such calls, or cancel and await it, before the test returns. To allow \
        unfinished calls, create the spy with `allowsUnfinishedCalls: true`.
        """
    )
    #expect(report.kind == .leftover)
    #expect(report.site.line == site.line + 1)
    for task in tasks { await task.value }
  }

  @Test func `a call that has ended is not reported`() async {
    let spy = Spy<Int, Void>("API.save")
    let task = inTest { start(spy, 1) }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await task.value

    #expect(root.finishAudits() == nil)
  }

  @Test func `resetting a spy does not hide a running call`() async throws {
    let spy = Spy<Int, Void>("API.save")
    let task = inTest { start(spy, 1) }
    await clock.waitForSleepers()

    spy.reset()

    #expect(
      try #require(root.finishAudits()).message.hasPrefix("1 call to API.save was still running")
    )
    await task.value
  }

  @Test func `a spy that allows unfinished calls reports none`() async {
    let spy = Spy<Int, Void>("API.save", allowsUnfinishedCalls: true)
    let task = inTest { start(spy, 1) }
    await clock.waitForSleepers()

    #expect(root.finishAudits() == nil)
    await task.value
  }

  @Test func `a call outside any test's scope belongs to the test that wrapped the closure`()
    async
  {
    let spy = Spy<Int, Void>("API.save")
    let save = inTest {
      spy.wrap { [clock] _ async in try? await clock.sleep(for: .seconds(1)) }
    }
    let task = Task.detached { await save(1) }
    await Frame.bind(RootFrame(root)) { await spy.waitForCalls(to: .begin) }

    #expect(root.finishAudits()?.message.hasPrefix("1 call to API.save was still running") == true)
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await task.value
  }

  @Test func `each test reports only its own unfinished calls`() async {
    let spy = Spy<Int, Void>("API.save")
    let other = DependencyRoot(owner: SilentOwner())
    let tasks = [
      inTest { start(spy, 1) },
      Frame.bind(RootFrame(other)) { start(spy, 2) },
    ]
    await clock.waitForSleepers(atLeast: 2)

    #expect(root.finishAudits()?.message.contains("API.save(1)") == true)
    #expect(other.finishAudits()?.message.contains("API.save(2)") == true)
    #expect(root.finishAudits() == nil)
    await clock.advance(by: .seconds(1), sleepers: 0)
    for task in tasks { await task.value }
  }

  @Test func `the end of a test reports every call that another thread can already see`() {
    for _ in 0..<Effort.times(2_000, thorough: 4_000, nightly: 20_000) {
      let root = DependencyRoot(owner: SilentOwner())
      let spy = Spy<Int, Void>("API.save")
      let isOver = DispatchSemaphore(value: 0)
      let scope = RootFrame(root)
      let save = Frame.bind(scope) { spy.wrap { (_: Int) in isOver.wait() } }
      Thread.detachNewThread { Frame.bind(scope) { save(1) } }
      while Frame.bind(scope, { spy.calls.isEmpty }) {}

      #expect(root.finishAudits() != nil)
      isOver.signal()
    }
  }

  @Test func `a spy is released with its last reference`() async {
    weak var released: Spy<Int, Void>?
    do {
      let spy = inTest { Spy<Int, Void>("API.save") }
      released = spy
      let task = inTest { start(spy, 1) }
      await clock.waitForSleepers()
      await clock.advance(by: .seconds(1))
      await task.value
      _ = root.finishAudits()
    }

    #expect(released == nil)
  }
}
