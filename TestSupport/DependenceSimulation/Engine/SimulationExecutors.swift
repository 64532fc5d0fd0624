import CSimulationRuntime

/// The executor that the tasks of a simulation prefer. It passes their jobs to the simulation.
///
/// Tasks retain this executor, which retains the simulation. Simulations thus outlive their tasks.
final class PoolExecutor: TaskExecutor, @unchecked Sendable {
  // C code expects the session as the first property. Unchecked because the pointer never changes.
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
  // Unowned because the simulation owns this executor.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: .mainActor)
  }
}

/// The executor on which a task waits until the schedule lets it join the queue of an actor.
final class GateExecutor: SerialExecutor, Sendable {
  // Unowned because the simulation owns this executor.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: simulation_take_gate())
  }
}
