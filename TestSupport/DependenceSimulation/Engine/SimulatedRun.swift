import CSimulationRuntime
import Dependence
import DependenceHarness
import Dispatch

/// One run of an asynchronous operation in a simulation, from its start to the cancellation of
/// leftover tasks.
struct SimulatedRun: Sendable {
  let core: SimulationCore
  private let executor: PoolExecutor

  init(_ schedule: Schedule, _ options: SimulationOptions) {
    core = SimulationCore(schedule, options)
    executor = core.makeExecutor()
  }

  @concurrent
  func callAsFunction<Value: Sendable>(_ body: @escaping Body<Value>) async -> Outcome<Value> {
    let result = start(body)
    let ending = await withTaskCancellationHandler {
      await finish()
    } onCancel: {
      core.cancelBody()
    }
    var outcome = Outcome(ending, result.withLock { $0 }, core)
    outcome.isStuck = await !Self.result(of: core.cancelTasksInTime)
    if !outcome.isStuck { _ = await finish() }
    core.close()
    return outcome
  }

  /// Runs `body` in the simulation and blocks the calling thread until the run is over.
  func runBlocking<Value: Sendable>(_ body: @escaping Body<Value>) -> Outcome<Value> {
    let result = start(body)
    let ending = finishBlocking()
    var outcome = Outcome(ending, result.withLock { $0 }, core)
    outcome.isStuck = !Self.blockingResult(of: core.cancelTasksInTime)
    if !outcome.isStuck { _ = finishBlocking() }
    core.close()
    return outcome
  }

  private func start<Success: Sendable>(
    _ body: @escaping Body<Success>
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
    while true {
      let ending = core.run(on: executor)
      guard ending == .deadlock, await Self.result(of: core.awaitOutsideWork)
      else { return ending }
    }
  }

  private func finishBlocking() -> RunRecord.Ending {
    while true {
      let ending = core.run(on: executor)
      guard ending == .deadlock, Self.blockingResult(of: core.awaitOutsideWork)
      else { return ending }
    }
  }

  /// An asynchronous operation that reports its result by calling `callBack` exactly once.
  private typealias Operation = (_ callBack: @escaping @Sendable (Bool) -> Void) -> Void

  private static func result(of operation: Operation) async -> Bool {
    await withCheckedContinuation { continuation in
      operation { continuation.resume(returning: $0) }
    }
  }

  private static func blockingResult(of operation: Operation) -> Bool {
    let end = DispatchSemaphore(value: 0)
    let result = Lock(false)
    operation { value in
      result.withLock { $0 = value }
      end.signal()
    }
    end.wait()
    return result.withLock(\.self)
  }

  /// Runs `operation`, which contains this run, and calls `handle` for each failure before the test
  /// runner records it. The value that `handle` returns determines whether the runner keeps,
  /// annotates or drops the failure.
  @concurrent
  func watched<Value: Sendable>(
    by owner: (any RootOwner)?,
    _ handle: @escaping @Sendable (_ failure: RunnerFailure) -> FailureHandling,
    operation: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let owner else { return try await operation() }
    let value = Lock<Value?>(nil)
    try await owner.watching(handle, including: { [core] in core === SimulationCore.current }) {
      let result = try await operation()
      value.withLock { $0 = result }
    }
    return value.withLock { $0! }
  }

  /// The result of a simulated run.
  struct Outcome<Success: Sendable>: Sendable {
    /// The value returned or the error thrown by the simulated operation, or `nil` if the operation
    /// did not end.
    let result: Result<Success, any Error>?
    let record: RunRecord
    let unfinished: [SimulatedTask]
    let outsideResumptions: Int
    /// The number of times that simulated code submitted work to a dispatch queue or a custom
    /// executor, or started a thread.
    let outsideSubmissions: Int
    /// Whether unfinished tasks could not be ended after the run, because one of their cancellation
    /// handlers did not return in time.
    var isStuck = false
    let steps: Int
    private let core: SimulationCore

    var ending: RunRecord.Ending { record.ending }
    var now: Duration { record.end }
    var schedule: Schedule { core.schedule }

    /// The limit that ``SimulationOption/outsideWork(upTo:)`` sets, or `nil` if the option is not
    /// set or the run is part of a search, which does not allow such work.
    var outsideLimit: Duration? {
      core.options.isPartOfSearch ? nil : core.options.outsideLimit
    }

    init(
      _ ending: RunRecord.Ending,
      _ result: Result<Success, any Error>?,
      _ core: SimulationCore
    ) {
      self.result = result
      self.core = core
      outsideSubmissions = Int(simulation_outside_submissions(core.session))
      (record, unfinished, outsideResumptions, steps) = core.state.withLock { state in
        state.scheduler.endRecording()
        let scheduler = state.scheduler
        let record = RunRecord(
          participants: scheduler.roster.participants,
          steps: scheduler.log.steps,
          end: scheduler.now,
          ending: ending,
          isTruncated: scheduler.log.isTruncated,
          hasReachedStepLimit: scheduler.hasReachedStepLimit,
          isTimeAnytime: scheduler.time == .anytime,
          preemptsSteps: core.options.preemptsSteps,
          hasSkippedPoints: scheduler.hasSkippedPoints,
          hasAbandonedSleepSet: scheduler.hasAbandonedSleepSet
        )
        return (
          record, ending == .deadlock ? scheduler.waitingTasks : scheduler.unfinishedTasks,
          state.outsideResumptions, scheduler.stepCount
        )
      }
    }
  }
}
