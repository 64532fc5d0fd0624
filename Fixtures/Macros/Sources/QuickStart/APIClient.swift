import Dependence
import DependenceMacros

@DependencyClient
public struct APIClient: Sendable {
  public var fetchGreeting: @Sendable () async throws -> String
}

extension APIClient {
  public static let live = APIClient(
    fetchGreeting: { "hello, world" }
  )
  public static let preview = APIClient(
    fetchGreeting: { "hello from preview" }
  )
}

extension DependencyValues {
  @DependencyEntry(
    preview: APIClient.preview,
    test: APIClient.unimplemented
  )
  public var apiClient: APIClient = .live
}
