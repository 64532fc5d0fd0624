import Dependence

/// An environment in which dependencies are read.
enum Place: Sendable {
  /// Outside any scope, as in an app.
  case app
  /// The scope of a test case.
  case test

  var context: DependencyContext {
    switch self {
    case .app: .live
    case .test: .test
    }
  }

  /// Runs `operation` in this environment.
  func enter<Result>(_ operation: () throws -> Result) rethrows -> Result {
    switch self {
    case .app: try operation()
    case .test: try Frame.bind(RootFrame(DependencyRoot(owner: CaseOwner())), operation)
    }
  }

  /// Runs an asynchronous `operation` in this environment.
  nonisolated(nonsending) func enter<Result>(
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    switch self {
    case .app: try await operation()
    case .test: try await Frame.bind(RootFrame(DependencyRoot(owner: CaseOwner())), operation)
    }
  }
}
