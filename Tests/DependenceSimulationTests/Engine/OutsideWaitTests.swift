import Dependence
import DependenceHarness
@testable import DependenceSimulation
import Testing

/// The wait of a simulation that has come to rest for work outside.
struct OutsideWaitTests {
  private static let allowed = SimulationOptions([.outsideWork(upTo: .seconds(3_600))])

  /// The answers that come before the call returns.
  private func results(of core: SimulationCore) -> Lock<[Bool]> {
    let results = Lock<[Bool]>([])
    core.awaitOutsideWork { result in results.withLock { $0.append(result) } }
    return results
  }

  @Test func `without leave it does not wait at all`() {
    let core = SimulationCore(.fifo, SimulationOptions())
    let executor = core.makeExecutor()

    #expect(results(of: core).withLock(\.self) == [false])
    withExtendedLifetime(executor) {}
  }

  @Test func `it does not wait for anybody once the body has returned`() {
    let core = SimulationCore(.fifo, Self.allowed)
    core.noteReturn()

    #expect(results(of: core).withLock(\.self) == [false])
  }

  @Test func `it does not wait if the body is to be cancelled`() {
    let core = SimulationCore(.fifo, Self.allowed)
    core.cancelBody()

    #expect(results(of: core).withLock(\.self) == [true])
  }

  @Test func `it waits until an alarm is set, once`() {
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

  @Test func `a task that comes later than the limit is no second answer`() async {
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

  @Test func `what was to be called back is let go with the answer`() {
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

  @Test func `a task that is able to run lets it go on, and goes on outside after the end`() async {
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

  @Test func `a simulation has one clock, on which sleepers may be left`() {
    let core = SimulationCore(.fifo, SimulationOptions())

    let clock = core.clock

    #expect(core.clock === clock)
    #expect(clock.allowsSleepersAtEnd)
    #expect(core.state.withLock { $0.clocks.count { $0 === clock } } == 1)
  }
}
