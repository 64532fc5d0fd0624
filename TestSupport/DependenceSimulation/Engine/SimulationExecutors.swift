import CSimulationRuntime

/// The executor that a simulation's tasks prefer. Instead of running their jobs, it adds them to
/// the simulation's scheduler.
///
/// Tasks retain this executor, and the executor retains the simulation, so a simulation outlives
/// its tasks.
final class PoolExecutor: TaskExecutor, @unchecked Sendable {
  // This pointer must be the first stored property, because C code finds the simulation's session
  // through it. `@unchecked Sendable` because the pointer never changes.
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

/// An executor where a task waits before joining an actor's queue, so that the schedule can choose
/// the order in which tasks join.
final class HopExecutor: SerialExecutor, Sendable {
  // This reference to the simulation is unowned, because the simulation owns this executor.
  unowned let core: SimulationCore

  init(_ core: SimulationCore) { self.core = core }

  func enqueue(_ job: consuming ExecutorJob) {
    core.enqueue(UnownedJob(job), for: simulation_take_hop())
  }
}
