import Dependence
import DependenceHarness
import Dispatch
import Foundation
import TestEffort
import Testing

/// Tests of calls that begin in one thread while another thread ends their test.
@Suite(.serialized) struct EndingRaceTests {
  /// A check that delays the end of a test after the other checks have run, so that calls often
  /// begin in the meantime.
  private final class Delay: RootAudit {
    func finish(_ root: DependencyRoot) -> [DependencyIssue] {
      let counter = Counter()
      for _ in 0..<1_000 { counter.add(1) }
      return []
    }
  }

  /// Starts `call` while another thread ends the test that makes it, many times. Expects that each
  /// call is reported exactly once: either by the checks at the end of the test, or as a late call.
  ///
  /// - Parameters:
  ///   - call: A call that does not return until its task is cancelled.
  ///   - audit: The check that `call` registers, if it can also be registered before.
  private func expectOneReport(
    of call: @escaping @Sendable () async -> Void,
    registering audit: (some RootAudit)? = Delay?.none
  ) async {
    var tasks: [Task<Void, Never>] = []
    var reports: Set<Int> = []
    for round in 0..<Effort.times(400, thorough: 2_000, nightly: 20_000) {
      let owner = RecordingOwner()
      let root = DependencyRoot(owner: owner)
      audit.map { _ = root.add($0) }
      root.add(Delay())
      let (isRunning, leftovers) = (Counter(), Lock<DependencyIssue?>(nil))
      let hasEnded = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        isRunning.add(1)
        for _ in 0..<round % 400 { isRunning.add(1) }
        let issue = root.end()
        leftovers.withLock { $0 = issue }
        hasEnded.signal()
      }
      while isRunning.value == 0 {}
      let task = Frame.bind(RootFrame(root)) { Task.immediate { await call() } }
      hasEnded.wait()
      let found = leftovers.withLock { $0 }.map { $0.message.hasPrefix("2 problems") ? 2 : 1 } ?? 0
      reports.insert(found + owner.issues.count)
      task.cancel()
      tasks.append(task)
    }
    for task in tasks { await task.value }

    #expect(reports == [1])
  }

  @Test func `a call of a spied endpoint is reported once`() async {
    let spy = Spy<Void>("API.poll")
    await expectOneReport(of: { await spy.wrap { await cancellation() }() }, registering: spy)
  }

  @Test func `a sleep on a test clock is reported once`() async {
    let clock = TestClock()
    let sleep: @Sendable () async -> Void = { try? await clock.sleep(for: .seconds(1)) }
    await expectOneReport(of: sleep, registering: clock)
  }

  @Test func `a call that waits is reported once`() async {
    let spy = Spy<Void>("API.poll")
    await expectOneReport(of: { await spy.waitForCalls(patience: .seconds(600)) })
  }
}
