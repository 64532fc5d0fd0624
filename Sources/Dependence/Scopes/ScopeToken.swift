/// A type that identifies a kind of scope, such as a user session.
public protocol ScopeTag {}

/// A token for a scope that can be entered only once, such as a user session after login.
///
/// ```swift
/// enum SessionScope: ScopeTag {}
///
/// let session = ScopeToken<SessionScope, User>(value: user, teardown: { log("session ended") })
/// await session.enter { session in
///   await withDependencies {
///     $0.currentUser = session.value
///   } operation: {
///     await shell()
///   }
/// }
/// ```
///
/// The compiler prevents you from copying a token, and from using it after it has been entered or
/// closed. The teardown runs exactly once, in the scope where the token was created. It runs when
/// `enter` returns or throws, or when `close` is called. If the token is instead destroyed without
/// having been entered or closed, the teardown runs at that point, and an issue is reported.
public struct ScopeToken<Tag: ScopeTag, Value: Sendable>: ~Copyable, Sendable {
  private let session: Session

  /// Creates a token for a scope that provides `value`, such as the user of a session.
  ///
  /// - Parameter teardown: A function that runs once, when the scope ends.
  public init(
    value: Value,
    teardown: @escaping @Sendable () -> Void = {},
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    session = Session(value, .synchronous(teardown), SourceSite(fileID, filePath, line, column))
  }

  /// Creates a token for a scope that provides `value` and has an asynchronous teardown.
  ///
  /// Enter or close the scope in asynchronous code, so that `enter` or `close` can wait for the
  /// teardown. If the scope ends in synchronous code, or if the token is destroyed without having
  /// been entered or closed, a new task runs the teardown, and an issue is reported.
  ///
  /// - Parameter teardown: A function that runs once, when the scope ends.
  public init(
    value: Value,
    teardown: @escaping @Sendable () async -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    session = Session(value, .asynchronous(teardown), SourceSite(fileID, filePath, line, column))
  }

  // The synchronous methods are disfavored overloads, so that asynchronous code uses the methods
  // that wait for the teardown.

  /// Runs `operation` inside the scope, then runs the teardown, and returns the operation's result.
  ///
  /// - Throws: Any error that `operation` throws.
  @_disfavoredOverload
  public consuming func enter<Result>(
    _ operation: (borrowing BorrowedScope<Tag, Value>) throws -> Result
  ) rethrows -> Result {
    defer { session.finish() }
    return try operation(BorrowedScope(value: session.value))
  }

  /// Runs an asynchronous `operation` inside the scope and in the caller's isolation. Then runs the
  /// teardown, waits for it, and returns the operation's result.
  ///
  /// - Throws: Any error that `operation` throws.
  public consuming func enter<Result>(
    _ operation: @concurrent (borrowing BorrowedScope<Tag, Value>) async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    do {
      let result = try await operation(BorrowedScope(value: session.value))
      await session.end()
      return result
    } catch {
      await session.end()
      throw error
    }
  }

  /// Ends the scope without entering it, and runs the teardown.
  @_disfavoredOverload
  public consuming func close() { session.finish() }

  /// Ends the scope without entering it, runs the teardown, and waits for it.
  public nonisolated(nonsending) consuming func close() async {
    await session.end()
  }

  deinit { session.finish(isDropped: true) }
}

/// A scope that has been entered. It cannot be copied, so it cannot outlive the operation that
/// receives it.
public struct BorrowedScope<Tag: ScopeTag, Value: Sendable>: ~Copyable {
  /// The value that was passed to the scope token's initializer.
  public let value: Value

  init(value: Value) { self.value = value }

  /// Returns the value of the scope token.
  @available(*, deprecated, message: "use the property 'value'")
  public func snapshot() -> Value { value }
}

// MARK: - Session

extension ScopeToken {
  private enum Teardown: Sendable {
    case synchronous(@Sendable () -> Void)
    case asynchronous(@Sendable () async -> Void)
  }

  /// A scope token's value and teardown, and whether the teardown has already run. The token's
  /// `deinit` runs even after the scope has been entered or closed, and must not run the teardown a
  /// second time.
  private final class Session: Sendable {
    let value: Value
    private let site: SourceSite
    private let scope = captureDependencies()
    private let teardown: Lock<Teardown?>

    init(_ value: Value, _ teardown: Teardown, _ site: SourceSite) {
      (self.value, self.site) = (value, site)
      self.teardown = Lock(teardown)
    }

    func end() async {
      switch teardown.withLock({ $0.take() }) {
      case nil: break
      case .synchronous(let teardown): scope.run(teardown)
      case .asynchronous(let teardown): await scope.run(teardown)
      }
    }

    /// Ends the scope from synchronous code and runs the teardown. An asynchronous teardown runs in
    /// a new task, because synchronous code cannot wait for it. Has no effect if the scope has
    /// already ended.
    func finish(isDropped: Bool = false) {
      guard let teardown = teardown.withLock({ $0.take() }) else { return }
      if isDropped {
        report("was released without being entered or closed. Call enter or close.")
      } else if case .asynchronous = teardown {
        report("ended in synchronous code, which cannot await its teardown. Await enter or close.")
      }
      switch teardown {
      case .synchronous(let teardown): scope.run(teardown)
      case .asynchronous(let teardown): scope.run { _ = Task { await teardown() } }
      }
    }

    private func report(_ what: String) {
      let issue = DependencyIssue("The scope token \(Tag.self), created here, \(what)", at: site)
      IssuePath.deliver(issue, from: scope.frame)
    }
  }
}
