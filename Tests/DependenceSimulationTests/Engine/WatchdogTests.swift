@testable import DependenceSimulation
import Dependence
import DependenceTesting
import Dispatch
import Subprocesses
import Testing

struct WatchdogTests {
  @Test(arguments: ["inside", "nested", "late", "spinning"])
  func `a job that blocks its simulation ends the process and is named`(
    which: String
  ) async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "BlockedSimulation"],
      environment: [
        "DEPENDENCE_BLOCKED": which, "DEPENDENCE_WATCHDOG_MILLISECONDS": "200",
      ]
    )

    #expect(transcript.ending == .exit(1), "\(transcript)")
    let line = try #require(
      transcript.lines.first { $0.hasPrefix("dependence: ") },
      "\(transcript)"
    )
    #expect(
      line.hasPrefix(
        """
        dependence: The test process exits with a failure, because a simulation in the test "blocks()" hangs: \
        task "waiter" (created in
        """
      ),
      "\(transcript)"
    )
    #expect(
      line.contains(
        """
        has blocked the thread of its simulation for at least 0.2 seconds. It may be waiting for another task of \
        the simulation, which can run only while this one is suspended. Use 'await' to wait for other tasks. Do \
        not wait for a semaphore, hold a lock across an 'await', call a queue synchronously, or wait in a loop \
        without an 'await'. To run the tasks in the same order again, set DEPENDENCE_REPLAY=
        """
      ),
      "\(transcript)"
    )
  }

  @Test func `a run is stuck if it takes no step between two checks`() {
    let stuck = SimulationCore(.fifo, SimulationOptions())
    let other = SimulationCore(.fifo, SimulationOptions())
    var detector = HangDetector(watches: [stuck, other].map { HangDetector.Watch(core: $0) })
    detector.end(other)

    #expect(detector.check(limit: 2) == nil)
    #expect(detector.check(limit: 2)?.core === stuck)
    detector.end(stuck)
    #expect(detector.watches.isEmpty)
    #expect(detector.check(limit: 0) == nil)
  }

  @Test func `a run is not stuck while one of its tasks runs a nested simulation`() {
    let outer = SimulationCore(.fifo, SimulationOptions())
    let inner = SimulationCore(.fifo, SimulationOptions())
    var detector = HangDetector(watches: [HangDetector.Watch(core: outer)])
    #expect(detector.check(limit: 2) == nil)
    detector.watches.append(HangDetector.Watch(core: inner, around: outer))

    #expect(detector.check(limit: 2) == nil)
    #expect(detector.check(limit: 2)?.core === inner)
    detector.end(inner)
    #expect(detector.check(limit: 2) == nil)
    #expect(detector.check(limit: 2)?.core === outer)
  }
}

/// A test that blocks a simulation. The test above runs it in a separate process.
@Suite(
  .dependencies { _ in },
  .enabled(if: System.environmentVariable("DEPENDENCE_BLOCKED") != nil)
)
struct BlockedSimulation {
  @Test func blocks() async throws {
    switch System.environmentVariable("DEPENDENCE_BLOCKED") {
    case "nested":
      try await simulate(seed: 1) { _ in try await block() }
    case "late":
      // The watchdog must not report finished runs as blocked, even if no job runs for a long time.
      for seed in 1...20 as ClosedRange<UInt64> { try await simulate(seed: seed) { _ in } }
      try await Task.sleep(for: .milliseconds(500))
      try await block()
    case "spinning":
      try await simulate(seed: 1) { _ in
        let isFree = Lock(false)
        let waiter = Task(name: "waiter") { while !isFree.withLock(\.self) {} }
        await waiter.value
        isFree.withLock { $0 = true }
      }
    default:
      try await block()
    }
  }

  private func block() async throws {
    try await simulate(seed: 1) { _ in
      let signal = DispatchSemaphore(value: 0)
      let waiter = Task(name: "waiter") { signal.waitInVain() }
      let signaler = Task(name: "signaler") {
        await waiter.value
        signal.signal()
      }
      await signaler.value
    }
  }
}

extension DispatchSemaphore {
  /// Blocks the thread. The compiler does not allow a direct call of `wait()` in a task.
  fileprivate func waitInVain() { wait() }
}
