import Dependence
import DependenceMacros
import Observation

@MainActor
@Observable
@DependencyProperties(\.apiClient)
public final class GreetingViewModel {
  public private(set) var greeting = ""

  public init() {}

  public func load() async throws {
    greeting = try await apiClient.fetchGreeting()
  }
}
