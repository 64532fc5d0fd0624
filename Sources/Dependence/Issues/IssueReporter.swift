import Synchronization

/// A receiver of issues, such as a logger, a crash reporter or a developer overlay.
///
/// A reporter is called on the thread where the issue occurs, and no lock is held during the call.
/// If the reporter itself causes an issue on that thread, that issue is passed to the next reporter
/// instead, because the reporter would otherwise call itself endlessly.
public protocol IssueReporter: Sendable {
  /// Called when an issue reaches this reporter. Implement this method to handle the issue and
  /// return `true`, or return `false` to pass the issue on to the next reporter.
  @discardableResult
  func report(_ issue: DependencyIssue) -> Bool
}

/// The identifier of a registered reporter, for use with ``removeIssueReporter(_:)``.
public struct IssueReporterID: Sendable, Hashable {
  fileprivate let number: UInt64
}

/// Registers a reporter for the whole process. The most recently registered reporter receives
/// issues first.
///
/// In a test process, test runners receive issues before the reporters do. If no test runner
/// accepts an issue, the process fails, even if a reporter accepts the issue.
@discardableResult
public func addIssueReporter(_ reporter: any IssueReporter) -> IssueReporterID {
  IssueReporters.add(reporter)
}

/// Removes a registered reporter. Does nothing if the reporter has already been removed.
public func removeIssueReporter(_ id: IssueReporterID) { IssueReporters.remove(id) }

/// Runs `operation` in a scope whose issues reach `reporter` before any test runner.
///
/// The reporter is part of the scope: child tasks inherit it, and captured scopes restore it.
///
/// - Throws: Any error that `operation` throws.
public func withIssueReporter<Result>(
  _ reporter: any IssueReporter,
  operation: () throws -> Result
) rethrows -> Result {
  try Frame.enter(ScopeFrame(over: .current, reporter: reporter), operation)
}

/// Runs an asynchronous `operation` in a scope whose issues reach `reporter` before any test
/// runner. The operation runs in the caller's isolation.
///
/// - Throws: Any error that `operation` throws.
public func withIssueReporter<Result>(
  _ reporter: any IssueReporter,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  let frame = ScopeFrame(over: .current, reporter: reporter)
  return try await Frame.enter(frame, operation, isolation: isolation)
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
    // Release the reporter only after the lock is released, because its deinitializer could report
    // an issue, which requires the same lock.
    _ = registered.withLock { registered in
      registered.firstIndex { $0.id == id }.map { registered.remove(at: $0) }
    }
  }

  static func report(_ issue: DependencyIssue) -> Bool {
    registered.withLock { $0 }.reversed().contains { id, reporter in
      RunningReporters.run(.registered(id)) { reporter.report(issue) }
    }
  }
}

// MARK: - Reporters that cause issues

/// The issue reporters that are running, and their threads. An issue that a reporter causes is not
/// passed back to that reporter.
enum RunningReporters {
  enum Identity: Hashable {
    /// A reporter of a single scope, identified by the object that stores the reporter.
    case scoped(ObjectIdentifier)
    case registered(IssueReporterID)
  }

  private struct Call: Hashable {
    let reporter: Identity
    let thread: UInt
  }

  private static let calls = Lock<Set<Call>>([])

  /// Returns the result of `body`, which calls a reporter. Returns `false` without running `body`
  /// if the reporter is already running on the current thread.
  static func run(_ reporter: Identity, _ body: () -> Bool) -> Bool {
    // The call includes the thread because issues on other threads, which this reporter did not
    // cause, must still reach it.
    let call = Call(reporter: reporter, thread: currentThread())
    guard calls.withLock({ $0.insert(call).inserted }) else { return false }
    defer { _ = calls.withLock { $0.remove(call) } }
    return body()
  }
}
