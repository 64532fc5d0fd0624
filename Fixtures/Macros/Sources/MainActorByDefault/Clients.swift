public import Dependence
import DependenceMacros

@DependencyClient
public struct SearchClient: Sendable {
  public var search: @Sendable (String) async throws -> [String]
  public var show: @MainActor (_ text: String) throws -> Void
}

extension SearchClient {
  public nonisolated static let preview = Self(
    search: { _ in ["preview"] }
  )
}

@DependencyClient
public nonisolated struct FreeClient: Sendable {
  public var search: @Sendable (_ for: String) async throws -> [String]
}

extension DependencyValues {
  @DependencyEntry(preview: SearchClient.preview, test: SearchClient.unimplemented)
  public var searchClient: SearchClient = .preview
  @DependencyEntry(test: FreeClient.unimplemented) public var freeClient = FreeClient()
  @DependencyEntry(test: 2) public var factor = 1
  @DependencyEntry(test: HostClient(host: "test", fetch: { "test" }))
  public var hostClient: HostClient = HostClient(host: "live")
}

@DependencyClient
public struct HostClient: Sendable {
  public let host: String
  public var fetch: @Sendable () async throws -> String
}

@DependencyProperties(\.searchClient, \.factor)
public final class Model {
  public private(set) var results: [String] = []

  public init() {}

  public func load() async throws {
    for _ in 0..<factor { results += try await searchClient.search("") }
  }
}

@DependencyClient
public struct ResultsClient: Sendable {
  public var isOn: @Sendable () -> Bool = { true }
  public var load: @Sendable (_ id: Int) async throws -> Int = { $0 }
  public var show: @MainActor (String) -> Int = { $0.count }
  public var done: (@Sendable () -> Int)? = { 3 }
}
