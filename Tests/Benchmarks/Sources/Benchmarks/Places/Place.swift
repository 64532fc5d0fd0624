import Dependence

/// A place where dependencies are read.
enum Place: Sendable {
  /// In no scope at all, as in an app.
  case app
  /// In the scope of a test case.
  case test

  var context: DependencyContext {
    switch self {
    case .app: .live
    case .test: .test
    }
  }

  /// Runs `operation` here.
  func enter<Result>(_ operation: () throws -> Result) rethrows -> Result {
    switch self {
    case .app: try operation()
    case .test: try Frame.bind(RootFrame(DependencyRoot(owner: CaseOwner())), operation)
    }
  }

  /// Runs an asynchronous `operation` here.
  nonisolated(nonsending) func enter<Result>(
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    switch self {
    case .app: try await operation()
    case .test: try await Frame.bind(RootFrame(DependencyRoot(owner: CaseOwner())), operation)
    }
  }
}
