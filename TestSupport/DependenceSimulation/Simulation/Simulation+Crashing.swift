import Dependence

extension Simulation {
  /// Runs an operation and lets the search choose when it crashes, if at all.
  ///
  /// ```swift
  /// await Simulation.crashingAnywhere { await ledger.add(5) }
  /// ```
  ///
  /// A crash permanently stops all tasks that the operation started. Until the end of the run, none
  /// of their code runs, not even `defer` blocks or cancellation handlers. Stopped tasks do not
  /// count as leftover tasks. Other tasks and actors, such as a server that the test started,
  /// continue. ``Durable`` values lose writes that were not synchronized. Other objects keep their
  /// contents, so restart the system with new objects, as a new process would.
  ///
  /// A crash happens between two steps of the operation. A step is the code that a task runs from
  /// one suspension to the next. If other tasks have preempted a step, the rest of that step runs
  /// before the crash takes effect. A method that the operation awaits is part of the operation,
  /// even if the method is isolated to one of a server's actors. A server should therefore do its
  /// work in tasks that it starts itself.
  ///
  /// After the run, when its result is known, the stopped tasks are cancelled and run to
  /// completion, because that is the only way to free their memory. Failures that they cause at
  /// that time are ignored, but a trap still ends the process. A task that does not end after its
  /// cancellation is abandoned, and its memory leaks.
  ///
  /// If the task that calls this function is cancelled, the operation is cancelled as well.
  ///
  /// Outside a simulation, this function reports an issue and runs the operation without a crash.
  ///
  /// - Parameter operation: The operation to run. It does not inherit its caller's isolation.
  /// - Returns: The value that the operation returned, or `nil` if it crashed first.
  /// - Throws: The error that the operation throws, unless it crashes first.
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
    let outcome = Lock<Result<Success, Failure>?>(nil)
    // The continuation of the calling task. If the search has chosen to inject a crash, the task
    // that simulates the crash resumes it. Otherwise, the operation's task resumes it when the
    // operation ends.
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
        // If the calling task was cancelled before `new` was stored, the cancellation handler found
        // no task to cancel, so cancel `new` here.
        if Task.isCancelled { new.cancel() }
        // A second task simulates the crash. The schedule determines when this task runs, and
        // therefore when the operation crashes.
        guard crashes else { return }
        core.expectFault(of: new)
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

/// A reporter that discards issues from tasks stopped by a crash. After the run, these tasks run to
/// completion only so that their memory can be freed.
private struct StoppedTaskReporter: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool {
    SimulationCore.current?.isRunningStoppedTask == true
  }
}
