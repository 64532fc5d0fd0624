import CSimulationRuntime
import Dependence

/// The lock around the state of an engine.
///
/// A thread that holds it is not in a step. The Swift runtime takes locks of its own there, and waiting for one of them must
/// not lead back to the engine, as waiting for a lock does in a step.
struct EngineLock<State>: Sendable {
  private let lock: Lock<State>

  init(_ state: State) { lock = Lock(state) }

  func withLock<Result>(_ body: (inout State) -> sending Result) -> sending Result {
    let isInStep = simulation_set_in_step(false)
    defer { _ = simulation_set_in_step(isInStep) }
    return lock.withLock(body)
  }
}
