import Dependence

extension Simulation {
  /// Runs an operation and lets the search choose when to cancel it, if at all.
  ///
  /// ```swift
  /// _ = await Simulation.cancellingAnywhere { try await cache.image(7) }
  /// ```
  ///
  /// An exhaustive search runs the operation without cancelling it, and also cancels it at each
  /// possible point: before each step (the code that a task runs from one suspension to the next)
  /// and at each scheduling point inside a step, such as the creation of a task. A cancelled
  /// operation may still succeed, because code is not required to react to cancellation. If the
  /// task that calls this function is cancelled, the operation is cancelled as well.
  ///
  /// Outside a simulation, this function reports an issue and runs the operation normally.
  ///
  /// - Parameter operation: The operation to run. It does not inherit its caller's isolation.
  /// - Returns: The value that the operation returned, or the error that it threw.
  public static func cancellingAnywhere<Success: Sendable>(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    operation: @escaping @Sendable @concurrent () async throws -> Success
  ) async -> Result<Success, any Error> {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let core = core(for: "Simulation.cancellingAnywhere", at: site)
    let isCancelled = core?.choose("the operation is cancelled", among: 2) { "\($0 == 1)" } == 1
    let task = Task(name: "cancellable operation") { try await operation() }
    // A second task cancels the operation. The schedule determines when this task runs, and
    // therefore when the cancellation happens.
    if isCancelled { core?.expectFault(of: task) }
    let canceller = isCancelled ? Task(name: "cancellation") { task.cancel() } : nil
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    await canceller?.value
    return result
  }
}
