import CSimulationRuntime

/// Where the tasks of a simulation prefer to run.
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

/// The main actor's executor in a simulation.
final class MainExecutor: SerialExecutor, Sendable {
  // The simulation owns it.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) {
    self.core = core
  }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: .mainActor)
  }
}
