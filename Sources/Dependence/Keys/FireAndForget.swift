/// Starts work whose end the caller does not wait for: logging, analytics, a cache to fill.
///
/// ```swift
/// func buy(_ article: String) async {
///   await fireAndForget { try await analytics.track("bought \(article)") }
/// }
/// ```
///
/// In apps and previews the work outlives its caller. In tests the caller waits for it, so that
/// nothing is left when the test ends. In both it runs in a task of its own, in no actor's isolation
/// but what it says itself, sees the dependencies of the call, and goes on when the caller is
/// cancelled. An error that it throws is a reported issue at the call: a failure in tests, a line in
/// the log of an app.
public struct FireAndForget: Sendable {
  /// Work that is started, with its scope and its errors taken care of.
  public typealias Work = @Sendable @concurrent () async -> Void

  private let start: @Sendable (_ priority: TaskPriority?, _ work: @escaping Work) async -> Void

  /// Starts work as `start` says: now or later, in whatever task, or not at all.
  public init(
    _ start: @escaping @Sendable (_ priority: TaskPriority?, _ work: @escaping Work) async -> Void
  ) {
    self.start = start
  }

  /// Starts `work`.
  ///
  /// - Parameters:
  ///   - priority: The priority of its task; the caller's by default.
  ///   - work: It handles its errors itself. One that it throws is a reported issue, also
  ///     `CancellationError`.
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
      await scope.yield {
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
      The work that fireAndForget started here threw \(error), and nobody is left to catch it. \
      Catch it inside the work.
      """
    IssuePath.deliver(message, at: site)
  }
}

// MARK: - Forms

extension FireAndForget {
  /// Starts the work and returns at once.
  public static var unstructured: Self {
    Self { priority, work in
      Task(priority: priority) { await work() }
    }
  }

  /// Starts the work and returns when it has ended.
  public static var awaited: Self {
    // A task also here: a caller that is cancelled must not cancel in tests what it does not in apps.
    Self { priority, work in
      await Task(priority: priority) { await work() }.value
    }
  }
}

// MARK: - Key

private enum FireAndForgetKey: NeutralDependencyKey {
  static var liveValue: FireAndForget { .unstructured }
  static var previewValue: FireAndForget { .unstructured }
  static var testValue: FireAndForget { .awaited }
}

extension DependencyValues {
  /// Starts work whose end the caller does not wait for. In tests the caller does wait.
  public var fireAndForget: FireAndForget {
    get { self[_entry: FireAndForgetKey.self, property: \.fireAndForget] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}
