import CSimulationRuntime
import Dependence

/// The lock that protects the state of a simulation.
///
/// Scheduling points are disabled for code that runs under this lock. Otherwise, waiting for
/// another lock there would call the scheduler, which would try to acquire the `EngineLock` again.
struct EngineLock<State>: Sendable {
  private let lock: Lock<State>

  init(_ state: State) { lock = Lock(state) }

  func withLock<Result>(_ body: (inout State) -> sending Result) -> sending Result {
    let isInStep = simulation_set_in_step(false)
    defer { _ = simulation_set_in_step(isInStep) }
    return lock.withLock(body)
  }
}
