/// The error thrown when an operation exceeds its time limit.
public struct TimeoutError: Error, Sendable, Hashable {
  /// The time limit of the operation.
  public let limit: Duration
  /// The source location of the call that set the limit.
  public let site: SourceSite
}

extension TimeoutError: CustomStringConvertible {
  /// A sentence that contains the source location of the operation and its time limit.
  public var description: String { "the operation at \(site) took longer than \(limit)" }
}

extension Clock where Duration == Swift.Duration {
  /// Runs `operation`, and cancels it if it takes longer than `limit` as measured by this clock.
  ///
  /// ```swift
  /// let greeting = try await clock.timeout(after: .seconds(5)) { try await fetchGreeting() }
  /// ```
  ///
  /// The operation runs in a child task, so it does not run in the caller's isolation. It must also
  /// be `@Sendable`, so it cannot capture the caller's non-`Sendable` values.
  ///
  /// Because the child task is structured, this method does not return until that task has ended.
  /// An operation that ignores cancellation can therefore delay its caller beyond the limit.
  ///
  /// - Parameter limit: A duration of zero or more. If it is negative, an issue is reported and the
  ///   operation does not run.
  /// - Throws: ``TimeoutError`` if the operation exceeds the limit or if the limit is negative.
  ///   Otherwise, the error that `operation` or this clock throws.
  public func timeout<Result: Sendable>(
    after limit: Duration,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ operation: @escaping @Sendable @concurrent () async throws -> Result
  ) async throws -> Result {
    let site = SourceSite(fileID, filePath, line, column)
    let error = TimeoutError(limit: limit, site: site)
    guard limit >= .zero else {
      let message =
        "The timeout is \(limit), so the operation was not run. Pass a limit of zero or more."
      IssuePath.deliver(message, at: site)
      throw error
    }
    let clock = AnyClock(self)
    let deadline = clock.now.advanced(by: limit)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await operation() }
      group.addTask {
        // The sleep is cancelled if the operation ends before the deadline, or if the caller is
        // cancelled. Either way, this child task returns `nil`, because the result comes from the
        // child task that runs the operation. If the clock ends the sleep for another reason, for
        // example because no test advances a `TestClock`, the error also ends the operation, which
        // would otherwise run without a limit.
        do {
          try await clock.sleep(until: deadline, tolerance: nil, at: site)
        } catch is CancellationError where Task.isCancelled {
          return nil
        }
        throw error
      }
      defer { group.cancelAll() }
      while let result = try await group.next() {
        if let result { return result }
      }
      throw CancellationError()
    }
  }
}
