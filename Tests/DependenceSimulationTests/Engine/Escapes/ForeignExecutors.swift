import Dependence
@testable import DependenceSimulation

/// An executor that runs each job on a new thread. Jobs do not overlap as long as only one task
/// uses it.
final class ForeignExecutor: TaskExecutor, SerialExecutor {
  private let witness: Witness

  init(_ witness: Witness) {
    self.witness = witness
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    witness.simulation.core.whenItWaits { [self] in
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(),
        taskExecutor: asUnownedTaskExecutor()
      )
    }
  }
}

/// An executor that runs each job on a new thread, like ``ForeignExecutor``, but only for actors.
final class ForeignSerialExecutor: SerialExecutor {
  private let witness: Witness

  init(_ witness: Witness) {
    self.witness = witness
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    witness.simulation.core.whenItWaits { [self] in
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

/// An executor that runs each job immediately when it is enqueued.
final class InlineExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
  }
}

/// A task executor that runs each job immediately when it is enqueued.
final class InlineTaskExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// An actor that runs on the given executor.
actor Guest<Executor: SerialExecutor> {
  private let executor: Executor

  init(_ executor: Executor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func enter(_ action: @Sendable () -> Void) { action() }
}
