import CSimulationRuntime
import Dependence
import Dispatch

/// One run of a body in a simulation, from its beginning to its end.
struct SimulatedRun: Sendable {
  let core: SimulationCore
  private let executor: PoolExecutor

  init(_ schedule: Schedule, _ options: SimulationOptions) {
    core = SimulationCore(schedule, options)
    executor = core.makeExecutor()
  }

  /// Runs `body`, and ends everything that it started.
  @concurrent
  func callAsFunction<Success: Sendable>(
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Success
  ) async -> Outcome<Success> {
    let result = start(body)
    let ending = await withTaskCancellationHandler {
      await finish()
    } onCancel: {
      core.cancelBody()
    }
    let outcome = Outcome(ending, result.withLock { $0 }, core)
    core.cancelTasks()
    _ = await finish()
    core.close()
    return outcome
  }

  /// The same for code that cannot await: the calling thread does nothing else.
  func runBlocking<Success: Sendable>(
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Success
  ) -> Outcome<Success> {
    let result = start(body)
    let ending = finishBlocking()
    let outcome = Outcome(ending, result.withLock { $0 }, core)
    core.cancelTasks()
    _ = finishBlocking()
    core.close()
    return outcome
  }

  /// Makes the task of the body, which does not run yet.
  private func start<Success: Sendable>(
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Success
  ) -> Lock<Result<Success, any Error>?> {
    let result = Lock<Result<Success, any Error>?>(nil)
    let simulation = Simulation(core)
    core.expectBody()
    let task = Task(name: "body", executorPreference: executor) {
      let ended: Result<Success, any Error>
      do { ended = .success(try await body(simulation)) } catch { ended = .failure(error) }
      result.withLock { $0 = ended }
      simulation.core.noteReturn()
    }
    core.begin(with: unsafeBitCast(task, to: UnsafeMutableRawPointer.self))
    return result
  }

  // MARK: Running

  private func finish() async -> RunRecord.Ending {
    var stop = core.run(on: executor)
    while true {
      switch stop {
      case .needsMainThread:
        stop = await MainActor.run { core.run(on: executor) }
      case .ended(.deadlock):
        guard await core.outsideWork() else { return .deadlock }
        stop = core.run(on: executor)
      case .ended(let ending):
        return ending
      }
    }
  }

  private func finishBlocking() -> RunRecord.Ending {
    var stop = core.run(on: executor)
    while true {
      switch stop {
      case .needsMainThread:
        stop = DispatchQueue.main.sync { core.run(on: executor) }
      case .ended(.deadlock):
        let arrival = DispatchSemaphore(value: 0)
        let hasArrived = Lock(false)
        core.awaitOutsideWork { outcome in
          hasArrived.withLock { $0 = outcome }
          arrival.signal()
        }
        arrival.wait()
        guard hasArrived.withLock({ $0 }) else { return .deadlock }
        stop = core.run(on: executor)
      case .ended(let ending):
        return ending
      }
    }
  }
}

extension SimulatedRun {
  /// What came of a run.
  struct Outcome<Success: Sendable>: Sendable {
    /// What the body returned or threw; nil if it never did.
    let result: Result<Success, any Error>?
    let ending: RunRecord.Ending
    /// Tasks that had not ended when the run had.
    let unfinished: [SimulatedTask]
    let now: Duration
    let outsideResumptions: Int
    let steps: Int
    private let core: SimulationCore

    init(
      _ ending: RunRecord.Ending,
      _ result: Result<Success, any Error>?,
      _ core: SimulationCore
    ) {
      self.ending = ending
      self.result = result
      self.core = core
      (unfinished, now, outsideResumptions, steps) = core.state.withLock { state in
        state.scheduler.isLogging = false
        return (
          state.scheduler.unfinishedTasks, state.scheduler.now, state.outsideResumptions,
          state.scheduler.stepCount
        )
      }
    }

    /// What happened, step by step.
    var record: RunRecord {
      core.state.withLock { state in
        RunRecord(
          participants: state.scheduler.roster.participants,
          steps: state.scheduler.log.steps,
          end: now,
          ending: ending,
          isTruncated: state.scheduler.log.isTruncated
        )
      }
    }
  }
}
