import Dependence
import DependenceMacros

@DependencyClient
public struct SearchClient: Sendable {
  public var search: @Sendable (String) async throws -> [String]
  public var cancel: @Sendable () -> Void
}

extension SearchClient {
  public nonisolated static let preview = Self(
    search: { _ in ["preview"] }
  )
}
