import Synchronization

/// Takes issues that no test runner takes: a logger, a crash reporter, a developer overlay.
///
/// Called on whatever thread reports, outside every lock of this package.
public protocol IssueReporter: Sendable {
  /// Deals with an issue; false hands it to the next reporter, at last to standard error.
  @discardableResult
  func report(_ issue: DependencyIssue) -> Bool
}

/// A registration that ``removeIssueReporter(_:)`` takes back.
public struct IssueReporterID: Sendable, Hashable {
  fileprivate let number: UInt64
}

/// Registers a reporter for the whole process, asked before the ones registered earlier.
///
/// In a test process the runners come first, and an issue that they do not take still fails the
/// process, whatever a reporter says.
@discardableResult
public func addIssueReporter(_ reporter: any IssueReporter) -> IssueReporterID {
  IssueReporters.add(reporter)
}

/// Takes a registration back. A second call does nothing.
public func removeIssueReporter(_ id: IssueReporterID) { IssueReporters.remove(id) }

/// Runs `operation` with a reporter that sees the issues of its scope first, before any test runner.
///
/// The reporter belongs to the scope: child tasks inherit it and captures restore it.
///
/// - Throws: What `operation` throws.
public func withIssueReporter<Result>(
  _ reporter: any IssueReporter,
  operation: () throws -> Result
) rethrows -> Result {
  try Frame.bind(ScopeFrame(over: .current, reporter: reporter), operation)
}

/// Runs an asynchronous `operation`, in the caller's isolation, with a reporter that sees the issues of its scope first.
///
/// - Throws: What `operation` throws.
public func withIssueReporter<Result>(
  _ reporter: any IssueReporter,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  let frame = ScopeFrame(over: .current, reporter: reporter)
  return try await Frame.bind(frame, operation, isolation: isolation)
}

// MARK: - Process-wide registrations

enum IssueReporters {
  private static let registered = Lock<[(id: IssueReporterID, reporter: any IssueReporter)]>([])
  private static let count = Atomic<UInt64>(0)

  fileprivate static func add(_ reporter: any IssueReporter) -> IssueReporterID {
    let id = IssueReporterID(number: count.add(1, ordering: .relaxed).oldValue)
    registered.withLock { $0.append((id, reporter)) }
    return id
  }

  fileprivate static func remove(_ id: IssueReporterID) {
    // The reporter is released outside the lock: its deinit may report.
    _ = registered.withLock { registered in
      registered.firstIndex { $0.id == id }.map { registered.remove(at: $0) }
    }
  }

  static func report(_ issue: DependencyIssue) -> Bool {
    registered.withLock { $0 }.reversed().contains { $0.reporter.report(issue) }
  }
}
