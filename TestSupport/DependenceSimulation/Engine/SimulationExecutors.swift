import CSimulationRuntime

/// The preferred executor of a simulation's tasks.
///
/// A task retains it, and it retains the simulation: which lives as long as one of its tasks.
final class PoolExecutor: TaskExecutor, @unchecked Sendable {
  // The first stored property, where the runtime's hooks look for it. Never changes.
  private let session: UnsafeMutablePointer<simulation_session>
  let core: SimulationCore

  init(_ core: SimulationCore) {
    self.core = core
    session = core.session
  }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: .pool)
  }
}

final class MainExecutor: SerialExecutor, Sendable {
  // The simulation owns it.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: .mainActor)
  }
}

/// The executor on which tasks of a simulation wait for leave to get in line for an actor.
final class GateExecutor: SerialExecutor, Sendable {
  // The simulation owns it.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: simulation_take_gate())
  }
}
