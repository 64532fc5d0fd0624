import CSimulationRuntime
import Dependence

extension SimulationCore {
  /// Simulates a crash: stops a task and all tasks that it started, and then possibly discards the
  /// latest writes to ``Durable`` values.
  func crash(_ task: Task<Void, Never>) async {
    let pointer = unsafeBitCast(task, to: UnsafeRawPointer.self)
    state.withLock { state in
      if let id = state.scheduler.roster.id(ofPossiblyEnded: pointer) { state.scheduler.stop(id) }
    }
    // A task may have been stopped in the middle of a step, between two writes to storage. First
    // let the task finish this step, so that the crash can lose any of the step's writes.
    while state.withLock({ $0.scheduler.mustWaitForStoppedTasks() }) { await Task.yield() }
    for storage in state.withLock(\.storage) { storage.crash(in: self) }
  }

  /// Records that the next task to be created will cancel or crash the operation that `task` runs.
  func expectFault<Success, Failure>(of task: Task<Success, Failure>) {
    let pointer = unsafeBitCast(task, to: UnsafeRawPointer.self)
    state.withLock { $0.scheduler.expectFault(of: pointer) }
  }

  /// Whether the current task was stopped by a simulated crash and now runs again, after the end of
  /// the run. It runs again only so that its memory can be freed, so its failures must be ignored.
  var isRunningStoppedTask: Bool {
    state.withLock { state in
      guard state.scheduler.crash.hasStoppedTasks, let task = simulation_current_task(),
        let id = state.scheduler.roster.id(ofPossiblyEnded: task)
      else { return false }
      return state.scheduler.crash.isReleased(id)
    }
  }

  /// The identifier of the task that is running on the current thread, or `nil` if it is unknown.
  var currentTask: Int32? { state.withLock { $0.scheduler.currentTaskID } }

  func wasStopped(_ task: Int32) -> Bool {
    state.withLock { $0.scheduler.crash.wasStopped(task) }
  }

  func add(_ storage: any CrashableStorage) {
    state.withLock { state in
      if !state.storage.contains(where: { $0 === storage }) { state.storage.append(storage) }
    }
  }
}
