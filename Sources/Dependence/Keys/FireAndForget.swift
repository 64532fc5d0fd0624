/// A function that starts work, such as logging or analytics, without waiting for it to finish.
///
/// ```swift
/// func buy(_ article: String) async {
///   await fireAndForget { try await analytics.track("bought \(article)") }
/// }
/// ```
///
/// In apps and previews, the work can outlive its caller. In tests, the caller waits for the work
/// to finish, so that the test does not end before the work does.
///
/// The work always runs in a separate task and outside the caller's isolation, but it uses the
/// caller's dependencies. The work is a `@Sendable` closure, so it cannot capture the caller's
/// non-`Sendable` values. Cancelling the caller does not cancel the work. If the work throws an
/// error, an issue is reported at the call site. The issue is a failure in tests and a log message
/// in apps.
public struct FireAndForget: Sendable {
  /// A closure that a ``FireAndForget`` function starts. It runs in the scope of the call that
  /// starts it, and reports its errors as issues instead of throwing them.
  public typealias Work = @Sendable @concurrent () async -> Void

  private let start: @Sendable (_ priority: TaskPriority?, _ work: @escaping Work) async -> Void

  /// Creates a value that passes all work to the closure `start`, which decides whether and when
  /// the work runs.
  public init(
    _ start: @escaping @Sendable (_ priority: TaskPriority?, _ work: @escaping Work) async -> Void
  ) {
    self.start = start
  }

  /// Starts `work`. By default, this method waits for the work to finish in tests, but not in apps
  /// and previews.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task that runs the work. The default is the caller's
  ///     priority.
  ///   - work: The work, which should handle all its errors. Any error that it throws, including
  ///     `CancellationError`, is reported as an issue.
  public func callAsFunction(
    priority: TaskPriority? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ work: @escaping @Sendable @concurrent () async throws -> Void
  ) async {
    let site = SourceSite(fileID, filePath, line, column)
    let scope = captureDependencies()
    await start(priority) {
      await scope.run {
        do {
          try await work()
        } catch {
          Self.report(error, at: site)
        }
      }
    }
  }

  private static func report(_ error: any Error, at site: SourceSite) {
    let message = """
      The work that fireAndForget started here threw \(error), which its caller cannot catch. Catch the error inside the \
      work.
      """
    IssuePath.deliver(message, at: site)
  }
}

// MARK: - Predefined functions

extension FireAndForget {
  /// A `fireAndForget` function that starts the work passed to it in an unstructured task, and
  /// returns immediately. Apps and previews use this function by default.
  public static var unstructured: Self {
    Self { priority, work in
      Task(priority: priority) { await work() }
    }
  }

  /// A `fireAndForget` function that waits until the work passed to it has finished. Tests use this
  /// function by default.
  public static var awaited: Self {
    // The work runs in a separate task so that cancelling the caller does not cancel the work.
    Self { priority, work in
      await Task(priority: priority) { await work() }.value
    }
  }
}

// MARK: - Key

private enum FireAndForgetKey: NeutralDependencyKey, BuiltInKey {
  static var propertyName: String { "fireAndForget" }
  static var liveValue: FireAndForget { .unstructured }
  static var previewValue: FireAndForget { .unstructured }
  static var testValue: FireAndForget { .awaited }
}

extension DependencyValues {
  /// A function that starts work without waiting for it to finish. In tests, however, the caller
  /// waits.
  public var fireAndForget: FireAndForget {
    get { self[_entry: FireAndForgetKey.self, property: \.fireAndForget] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}
