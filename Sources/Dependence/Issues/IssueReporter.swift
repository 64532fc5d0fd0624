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
public func removeIssueReporter(_ id: IssueReporterID) {
  IssueReporters.remove(id)
}

/// Runs `operation` with a reporter that sees the issues of its scope first, before any test runner.
///
/// The reporter belongs to the scope: child tasks inherit it and captures restore it.
///
/// - Throws: What `operation` throws.
public func withIssueReporter<Result>(
  _ reporter: any IssueReporter,
  operation: () throws -> Result
) rethrows -> Result {
  try Frame.bind(ReporterFrame(reporter, in: .current), operation)
}

/// Runs an asynchronous `operation` with a reporter that sees the issues of its scope first.
///
/// - Throws: What `operation` throws.
public nonisolated(nonsending) func withIssueReporter<Result>(
  _ reporter: any IssueReporter,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await Frame.bind(ReporterFrame(reporter, in: .current), operation)
}

// MARK: - Process-wide registrations

enum IssueReporters {
  private struct Registrations {
    var next: UInt64 = 0
    var reporters: [(id: IssueReporterID, reporter: any IssueReporter)] = []
  }

  private static let registrations = Lock(Registrations())

  static func add(_ reporter: any IssueReporter) -> IssueReporterID {
    registrations.withLock { registrations in
      let id = IssueReporterID(number: registrations.next)
      registrations.next += 1
      registrations.reporters.append((id, reporter))
      return id
    }
  }

  static func remove(_ id: IssueReporterID) {
    // The reporter is released outside the lock: its deinit may report.
    _ = registrations.withLock { registrations in
      registrations.reporters.firstIndex { $0.id == id }.map {
        registrations.reporters.remove(at: $0)
      }
    }
  }

  static func report(_ issue: DependencyIssue) -> Bool {
    let reporters = registrations.withLock { $0.reporters }
    return reporters.reversed().contains { $0.reporter.report(issue) }
  }
}
