import CSimulationRuntime
import Dependence

/// The lock that protects the state of a simulation.
///
/// When simulated code waits for any other lock, the scheduler can suspend it and run another task.
/// Code that acquires or holds an `EngineLock` is never suspended: to suspend it, the scheduler
/// would have to acquire the same lock, and would deadlock.
struct EngineLock<State>: Sendable {
  private let lock: Lock<State>

  init(_ state: State) { lock = Lock(state) }

  func withLock<Result>(_ body: (inout State) -> sending Result) -> sending Result {
    let isInStep = simulation_set_in_step(false)
    defer { _ = simulation_set_in_step(isInStep) }
    return lock.withLock(body)
  }
}
