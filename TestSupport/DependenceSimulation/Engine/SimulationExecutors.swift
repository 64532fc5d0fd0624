import CSimulationRuntime

/// The executor that a simulation's tasks prefer. It passes their jobs to the simulation.
///
/// Tasks retain this executor, and the executor retains the simulation. A simulation therefore
/// outlives its tasks.
final class PoolExecutor: TaskExecutor, @unchecked Sendable {
  // C code expects the session as the first property. `@unchecked Sendable` because the pointer
  // never changes.
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

/// The executor where a task waits until the schedule lets it join an actor's queue.
final class GateExecutor: SerialExecutor, Sendable {
  // Unowned because the simulation owns this executor.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: simulation_take_gate())
  }
}
