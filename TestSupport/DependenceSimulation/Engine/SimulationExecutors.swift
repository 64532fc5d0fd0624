import CSimulationRuntime

/// The preferred executor of a simulation's tasks. It adds their jobs to the simulation's
/// scheduler.
///
/// Tasks retain this executor, and the executor retains the simulation, so a simulation outlives
/// its tasks.
final class PoolExecutor: TaskExecutor, @unchecked Sendable {
  // C code expects this pointer to the session as the first stored property. `@unchecked Sendable`
  // because the pointer never changes.
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

/// The executor that replaces the main actor's executor in simulated code.
final class MainExecutor: SerialExecutor, Sendable {
  // This reference to the simulation is unowned, because the simulation owns this executor.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), at: .mainActor)
  }
}

/// An executor on which a task waits before joining an actor's queue, so that the schedule can
/// choose the order in which tasks join.
final class HopExecutor: SerialExecutor, Sendable {
  // This reference to the simulation is unowned, because the simulation owns this executor.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), for: simulation_take_hop())
  }
}
