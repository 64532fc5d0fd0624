import Dependence
import DependenceHarness
@testable import DependenceSimulation
import Testing

/// Tests of how an idle simulation waits for work outside of it.
struct OutsideWaitTests {
  private static let allowed = SimulationOptions([.outsideWork(upTo: .seconds(3_600))])

  /// Starts a wait for outside work, and returns a list to which the results of the wait are added.
  private func results(of core: SimulationCore) -> Lock<[Bool]> {
    let results = Lock<[Bool]>([])
    core.awaitOutsideWork { result in results.withLock { $0.append(result) } }
    return results
  }

  @Test func `a simulation does not wait for outside work unless an option allows it`() {
    let core = SimulationCore(.fifo, SimulationOptions())
    let executor = core.makeExecutor()

    #expect(results(of: core).withLock(\.self) == [false])
    withExtendedLifetime(executor) {}
  }

  @Test func `a simulation does not wait for outside work after its body returns`() {
    let core = SimulationCore(.fifo, Self.allowed)
    core.noteReturn()

    #expect(results(of: core).withLock(\.self) == [false])
  }

  @Test func `a wait for outside work returns immediately if the body must be cancelled`() {
    let core = SimulationCore(.fifo, Self.allowed)
    core.cancelBody()

    #expect(results(of: core).withLock(\.self) == [true])
  }

  @Test func `an alarm ends the wait for outside work exactly once`() {
    let core = SimulationCore(.fifo, Self.allowed)
    let results = results(of: core)
    #expect(results.withLock(\.self) == [])

    let alarm = core.whenIdle {}
    core.cancelBody()

    #expect(results.withLock(\.self) == [true])
    #expect(core.state.withLock { $0.scheduler.canContinue })
    core.cancelIdle(alarm)
    #expect(core.state.withLock { !$0.scheduler.canContinue })
  }

  @Test func `a wait for outside work that timed out gives no second result`() async {
    let core = SimulationCore(.fifo, SimulationOptions([.outsideWork(upTo: .milliseconds(1))]))
    let results = Lock<[Bool]>([])
    await withUnsafeContinuation { continuation in
      core.awaitOutsideWork { result in
        results.withLock { $0.append(result) }
        if !result { continuation.resume() }
      }
    }

    core.cancelBody()

    #expect(results.withLock(\.self) == [false])
  }

  @Test func `the callback of a wait for outside work is released after it is called`() {
    final class Witness: Sendable {}
    let core = SimulationCore(.fifo, Self.allowed)
    var witness: Witness? = Witness()
    weak let left = witness
    core.awaitOutsideWork { [witness] _ in withExtendedLifetime(witness) {} }
    witness = nil
    #expect(left != nil)

    core.cancelBody()

    #expect(left == nil)
  }

  @Test
  func `a runnable task ends the wait for outside work and runs outside after the end`() async {
    let core = SimulationCore(.fifo, Self.allowed)
    let executor = core.makeExecutor()
    let task = Task(executorPreference: executor) { Simulation.current == nil }

    let canContinue = core.state.withLock { $0.scheduler.canContinue }
    let results = results(of: core).withLock(\.self)
    core.close()

    #expect(canContinue)
    #expect(results == [true])
    #expect(await task.value)
  }

  @Test func `a simulation has one clock, which allows sleepers at the end`() {
    let core = SimulationCore(.fifo, SimulationOptions())

    let clock = core.clock

    #expect(core.clock === clock)
    #expect(clock.allowsSleepersAtEnd)
    #expect(core.state.withLock { $0.clocks.count { $0 === clock } } == 1)
  }
}
