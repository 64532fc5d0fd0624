import Dependence
@testable import DependenceSimulation

/// Runs each job on a thread of its own, one after the other as long as only one task uses it.
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

/// Runs each job on a thread of its own, like ``ForeignExecutor``, and only those of actors.
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

/// Runs each job where it is enqueued.
final class InlineExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
  }
}

/// An actor that runs where its executor does.
actor Guest<Executor: SerialExecutor> {
  private let executor: Executor

  init(_ executor: Executor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func enter(_ action: @Sendable () -> Void) { action() }
}
