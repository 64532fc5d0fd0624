import CSimulationRuntime
import Dependence

extension Simulation {
  /// Runs an operation that crashes at a point which the search chooses, or not at all.
  ///
  /// ```swift
  /// await Simulation.crashingAnywhere { await ledger.add(5) }
  /// ```
  ///
  /// A crash stops all tasks that the operation has started, for good: no `defer` block, no cancellation handler and no
  /// other code of them runs in the rest of the run, and they are no leftover tasks. Other tasks and actors go on, such as
  /// a server that the test started. Values of type ``Durable`` lose writes that were not synchronised. Other objects keep
  /// their contents, so restart the system with new ones, as a new process would.
  ///
  /// A crash happens between two steps of the operation, and a step lasts from one suspension to the next. If other tasks have
  /// interrupted a step, the rest of it runs before the crash takes effect. A method that the operation awaits belongs to the
  /// operation, even if it is isolated to an actor of a server, so let a server do its work in tasks that it started itself.
  ///
  /// When the run is over and its result is known, the stopped tasks are cancelled and run to their ends, because nothing else
  /// frees their memory. Failures that they cause then are ignored. A task that does not end although it is cancelled is left as
  /// it is, and keeps its memory.
  ///
  /// If the task that calls this function is cancelled, the operation is cancelled, too.
  ///
  /// Outside a simulation, the call is an issue, and the operation runs without a crash.
  ///
  /// - Parameter operation: The operation. It does not inherit the isolation of its caller.
  /// - Returns: The value of the operation, or `nil` if it crashed before it returned one.
  /// - Throws: The error that the operation throws, unless it crashed before.
  @discardableResult
  public static func crashingAnywhere<Success: Sendable, Failure: Error>(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    operation: @escaping @Sendable @concurrent () async throws(Failure) -> Success
  ) async throws(Failure) -> Success? {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let core = core(for: "Simulation.crashingAnywhere", at: site) else {
      return try await operation()
    }
    let crashes = core.choose("the operation crashes", among: 2) { "\($0 == 1)" } == 1
    core.state.withLock { $0.scheduler.roster.keepsEnded = true }
    let outcome = Lock<Result<Success, Failure>?>(nil)
    // A crash and the end of the operation end the wait. Whichever comes second must not end it again.
    let waiter = Lock<UnsafeContinuation<Void, Never>?>(nil)
    let task = Lock<Task<Void, Never>?>(nil)
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        waiter.withLock { $0 = continuation }
        let new = Task(name: "operation that may crash") {
          let result: Result<Success, Failure> = await withIssueReporter(StoppedTaskReporter()) {
            do throws(Failure) {
              return .success(try await operation())
            } catch {
              return .failure(error)
            }
          }
          if core.isRunningStoppedTask { return }
          outcome.withLock { $0 = result }
          if !crashes { waiter.withLock { $0.take() }?.resume() }
        }
        task.withLock { $0 = new }
        // The caller may have been cancelled before there was a task to cancel.
        if Task.isCancelled { new.cancel() }
        // The schedule decides when this task runs, and therefore when the operation crashes.
        guard crashes else { return }
        Task(name: "crash") {
          await core.crash(new)
          waiter.withLock { $0.take() }?.resume()
        }
      }
    } onCancel: {
      task.withLock { $0 }?.cancel()
    }
    return try outcome.withLock { $0 }?.get()
  }
}

/// Ignores the issues of tasks that a crash has stopped, and which run to their ends after the run.
private struct StoppedTaskReporter: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool {
    SimulationCore.current?.isRunningStoppedTask == true
  }
}

extension SimulationCore {
  /// Stops a task and everything that it started, and lets durable values lose writes.
  fileprivate func crash(_ task: Task<Void, Never>) async {
    let pointer = unsafeBitCast(task, to: UnsafeRawPointer.self)
    state.withLock { state in
      if let number = state.scheduler.roster.numberOfAny(pointer) { state.scheduler.stop(number) }
    }
    // Steps that were suspended at scheduling points end before storage loses writes.
    while state.withLock({ $0.scheduler.mustEndSteps }) { await Task.yield() }
    for storage in state.withLock(\.storage) { storage.crash(in: self) }
  }

  /// Whether the run is over, and the running code belongs to a task that a crash has stopped.
  var isRunningStoppedTask: Bool {
    state.withLock { state in
      guard state.scheduler.crash.hasStoppedTasks, let task = simulation_current_task(),
        let number = state.scheduler.roster.numberOfAny(task)
      else { return false }
      return state.scheduler.crash.runsAfterEnd(number)
    }
  }

  /// The number of the task whose code runs, or `nil` if it is not known.
  var currentTask: Int32? {
    state.withLock { state in
      simulation_current_task().flatMap { state.scheduler.roster.number(of: $0) }
    }
  }

  func hasStopped(_ task: Int32) -> Bool {
    state.withLock { $0.scheduler.crash.hasStopped(task) }
  }

  func add(_ storage: any CrashableStorage) {
    state.withLock { state in
      if !state.storage.contains(where: { $0 === storage }) { state.storage.append(storage) }
    }
  }
}
