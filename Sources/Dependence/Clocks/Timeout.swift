/// An operation took longer than it was given.
public struct TimeoutError: Error, Sendable, Hashable {
  /// The time that the operation was given.
  public let limit: Duration
  /// The line that set the limit.
  public let site: SourceSite
}

extension TimeoutError: CustomStringConvertible {
  /// The operation, and the limit that it exceeded.
  public var description: String { "the operation at \(site) took longer than \(limit)" }
}

extension Clock where Duration == Swift.Duration {
  /// Runs `operation`, and cancels it if it takes longer than `limit` on this clock.
  ///
  /// ```swift
  /// let greeting = try await clock.timeout(after: .seconds(5)) { try await fetchGreeting() }
  /// ```
  ///
  /// It runs in a child task, and the call returns when that has ended: an operation that ignores its
  /// cancellation keeps the caller waiting.
  ///
  /// - Parameter limit: Zero or more; less is a reported issue, and the operation does not run.
  /// - Throws: ``TimeoutError``, or what `operation` throws.
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
        "An operation was given \(limit), so it was not run. Pass a limit of zero or more."
      IssuePath.deliver(message, at: site)
      throw error
    }
    let clock = AnyClock(self)
    let deadline = clock.now.advanced(by: limit)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await operation() }
      group.addTask {
        // Cancelled because the operation was faster, or with everything: either way it decides.
        do {
          try await clock.sleep(until: deadline, tolerance: nil, at: site)
        } catch is CancellationError {
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
