import Dependence
import DependenceClients
import DependenceTesting
import TestKeys
import Testing

struct EndpointTests {
  @Test func `an endpoint called as a closure reports its declaration site`() {
    struct Client: Sendable {}
    let endpoint = _Endpoint(
      of: Client.self,
      "Client",
      "load",
      replacement: "{ … }",
      fileID: "App/A.swift",
      filePath: "/A.swift",
      line: 5
    )
    var error: DependencyError?

    let found = issues { error = endpoint.error() }

    #expect(error == .unimplemented("Client.load"))
    #expect(
      found == [
        DependencyIssue(
          """
          Client.load was called, but is unimplemented here. Override it for this test with \
          $0[…].load = { … }, in withDependencies { … } or .dependencies { … }.
          """,
          kind: .unimplemented(endpoint: "Client.load"),
          at: SourceSite(fileID: "App/A.swift", filePath: "/A.swift", line: 5, column: 1)
        )
      ]
    )
  }
  @Test func `an unimplemented endpoint whose result type is Any traps`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      struct Client: Sendable {}
      let endpoint = _Endpoint(
        of: Client.self,
        "Client",
        "load",
        replacement: "{ … }",
        fileID: "App/A.swift",
        filePath: "/A.swift",
        line: 5
      )
      let load: @Sendable () -> Any = endpoint.closure()
      _ = load()
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Fatal error: Client.load was called"), "\(output)")
  }
}
