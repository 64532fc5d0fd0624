import CSimulationRuntime

/// The executor that the tasks of a simulation prefer.
///
/// Tasks retain this executor, which retains the simulation. The simulation thus outlives its
/// tasks.
final class PoolExecutor: TaskExecutor, @unchecked Sendable {
  // The runtime's hooks expect the session as the first stored property. Unchecked because this
  // pointer never changes.
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
  // The simulation owns this executor.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: .mainActor)
  }
}

/// The executor on which a task waits until the schedule lets it join the line of an actor.
final class GateExecutor: SerialExecutor, Sendable {
  // The simulation owns this executor.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: simulation_take_gate())
  }
}
