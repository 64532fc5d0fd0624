import CSimulationRuntime

/// A reader of the state of jobs, tasks, actors and locks in the Swift runtime's memory.
///
/// `Scheduler` and `Roster` read this state only through this protocol, so tests can replace the
/// runtime with a fake that reads no memory. Most requirements correspond to functions in
/// CSimulationRuntime.h, which documents their results.
protocol RuntimeReader: Sendable {
  func kind(of job: UnownedJob) -> simulation_job_kind
  func target(of job: UnownedJob) -> UnsafeRawPointer
  func priority(of job: UnownedJob) -> UInt8
  func basePriority(of task: UnsafeRawPointer) -> UInt8

  /// The task that is running on the current thread, or `nil` if there is none.
  var currentTask: UnsafeRawPointer? { get }

  func runtimeID(of task: UnsafeRawPointer) -> UInt64
  func hasEnded(_ task: UnsafeRawPointer) -> Bool
  func isCancelled(_ task: UnsafeRawPointer) -> Bool
  func relations(of task: UnsafeRawPointer) -> simulation_relations

  /// Returns the location where a suspended task is waiting. Deadlock messages name the innermost
  /// function at this location.
  func wait(of task: UnsafeRawPointer) -> simulation_wait

  /// Returns the tasks that await the result of an unfinished task.
  func waiters(for task: UnsafeRawPointer) -> [UnsafeRawPointer]

  /// Returns the actor at the given memory address. The actor must not have a custom executor.
  func actor(at address: UnsafeRawPointer) -> any AnyObject & Sendable

  func holder(of lock: simulation_lock) -> UInt32
}

extension RuntimeReader {
  /// Returns the task that a job runs or resumes, or `nil` if the job belongs to no single task.
  func task(of job: UnownedJob, _ kind: simulation_job_kind) -> UnsafeRawPointer? {
    switch kind {
    case simulation_job_task: UnsafeRawPointer(job.pointer)
    case simulation_job_continuation: target(of: job)
    default: nil
    }
  }
}

/// A reader of the real Swift runtime's memory in this process.
struct SwiftRuntime: RuntimeReader {
  func kind(of job: UnownedJob) -> simulation_job_kind { simulation_kind_of_job(job.pointer) }

  func target(of job: UnownedJob) -> UnsafeRawPointer { simulation_target_of_job(job.pointer) }

  func priority(of job: UnownedJob) -> UInt8 { simulation_priority_of_job(job.pointer) }

  func basePriority(of task: UnsafeRawPointer) -> UInt8 { simulation_base_priority_of_task(task) }

  var currentTask: UnsafeRawPointer? { simulation_current_task() }

  func runtimeID(of task: UnsafeRawPointer) -> UInt64 { simulation_id_of_task(task) }

  func hasEnded(_ task: UnsafeRawPointer) -> Bool { simulation_task_has_ended(task) }

  func isCancelled(_ task: UnsafeRawPointer) -> Bool { simulation_task_is_cancelled(task) }

  func relations(of task: UnsafeRawPointer) -> simulation_relations {
    simulation_relations_of_task(task)
  }

  func wait(of task: UnsafeRawPointer) -> simulation_wait { simulation_wait_of_task(task) }

  func waiters(for task: UnsafeRawPointer) -> [UnsafeRawPointer] {
    Array(
      sequence(state: simulation_first_waiter(task)) { waiter in
        defer { waiter = waiter.flatMap { simulation_next_waiter($0) } }
        return waiter
      }
    )
  }

  func actor(at address: UnsafeRawPointer) -> any AnyObject & Sendable {
    // The cast is safe because `address` must be the address of an actor, and all actors are
    // `Sendable` objects.
    unsafeBitCast(address, to: (any AnyObject & Sendable).self)
  }

  func holder(of lock: simulation_lock) -> UInt32 { simulation_holder_of_lock(lock) }
}

extension UnownedJob {
  var pointer: UnsafeMutableRawPointer { unsafeBitCast(self, to: UnsafeMutableRawPointer.self) }
}
