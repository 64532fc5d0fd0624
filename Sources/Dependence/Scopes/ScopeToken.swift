/// Names a kind of scope, so that tokens of different kinds do not mix.
public protocol ScopeTag {}

/// A scope that is entered once and then gone, such as the session after a login.
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
/// The compiler rejects copies, and any use of a token that was entered or closed. The teardown runs
/// exactly once, in the scope in which the token was made: when `enter` returns or throws, at
/// `close`, or, for a token that was dropped, at its end of life; that last one is a reported issue.
public struct ScopeToken<Tag: ScopeTag, Value: Sendable>: ~Copyable, Sendable {
  private let session: Session

  /// A scope around `value`.
  ///
  /// - Parameter teardown: Runs once, when the scope ends.
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

  /// A scope around `value` that takes time to end.
  ///
  /// Enter and close it from asynchronous code, which awaits the teardown. Where nobody can await it
  /// (synchronous code, a dropped token), it runs in a task of its own, and that is a reported issue.
  ///
  /// - Parameter teardown: Runs once, when the scope ends.
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

  // The synchronous forms are disfavoured, so that asynchronous code gets the ones that await the
  // teardown.

  /// Runs `operation` inside the scope, then tears it down.
  ///
  /// - Throws: What `operation` throws.
  @_disfavoredOverload
  public consuming func enter<Result>(
    _ operation: (borrowing BorrowedScope<Tag, Value>) throws -> Result
  ) rethrows -> Result {
    defer { session.finish() }
    return try operation(BorrowedScope(value: session.value))
  }

  /// Runs an asynchronous `operation` inside the scope and the caller's isolation, then tears the scope down.
  ///
  /// - Throws: What `operation` throws.
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

  /// Tears the scope down without entering it.
  @_disfavoredOverload
  public consuming func close() { session.finish() }

  /// Tears the scope down without entering it, and awaits that.
  public nonisolated(nonsending) consuming func close() async {
    await session.end()
  }

  deinit { session.finish(isDropped: true) }
}

/// A scope while it is entered. It cannot be copied out of the operation.
public struct BorrowedScope<Tag: ScopeTag, Value: Sendable>: ~Copyable {
  /// The subject of the scope.
  public let value: Value

  init(value: Value) { self.value = value }
}

// MARK: - Session

extension ScopeToken {
  private enum Teardown: Sendable {
    case synchronous(@Sendable () -> Void)
    case asynchronous(@Sendable () async -> Void)
  }

  /// The state of a token. A noncopyable type cannot skip its `deinit` while it holds a closure, so
  /// the question whether the scope has ended lives here.
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
      case .synchronous(let teardown): scope.yield(teardown)
      case .asynchronous(let teardown): await scope.yield(teardown)
      }
    }

    /// Ends the scope where nobody can await that.
    func finish(isDropped: Bool = false) {
      guard let teardown = teardown.withLock({ $0.take() }) else { return }
      if isDropped {
        report("was dropped without being entered or closed. Enter it, or close it.")
      } else if case .asynchronous = teardown {
        report("ended in synchronous code, which cannot await its teardown. Await enter or close.")
      }
      switch teardown {
      case .synchronous(let teardown): scope.yield(teardown)
      case .asynchronous(let teardown): scope.yield { _ = Task { await teardown() } }
      }
    }

    private func report(_ what: String) {
      let issue = DependencyIssue("The scope token \(Tag.self), made here, \(what)", at: site)
      IssuePath.deliver(issue, from: scope.frame)
    }
  }
}
