import Dependence
import DependenceTesting
import TestKeys
import Testing

private struct Client: Sendable {
  var fetch: @Sendable (Int) async throws -> String
  var count: @Sendable () -> Int
  var cancel: @Sendable () -> Void
  var size: @Sendable () -> Int
  var send: @Sendable (String) throws -> Void

  static let unimplemented = Client(
    fetch: { _ in throw Dependence.unimplemented("Client.fetch") },
    count: { Dependence.unimplemented("Client.count", placeholder: 0) },
    cancel: { Dependence.unimplemented("Client.cancel") },
    size: { trapUnimplemented("Client.size") },
    send: { _ in throw Dependence.unimplemented("Client.send") }
  )
}

struct unimplementedTests {
  private let client = Client.unimplemented

  private func message(_ endpoint: String) -> String {
    """
    \(endpoint) was called, but is unimplemented here. Override it for this test, for example in \
    withDependencies { … } or .dependencies { … }.
    """
  }

  @Test func `a throwing endpoint reports and throws`() async {
    let issues = await issues {
      await #expect(throws: DependencyError.unimplemented("Client.fetch")) {
        try await client.fetch(1)
      }
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.fetch")])
    #expect(issues.map(\.message) == [message("Client.fetch")])
  }

  @Test func `a throwing endpoint without a result reports and throws`() {
    let issues = issues {
      #expect(throws: DependencyError.unimplemented("Client.send")) { try client.send("") }
    }

    #expect(issues.map(\.message) == [message("Client.send")])
  }

  @Test func `an endpoint without a result reports and returns`() {
    let issues = issues { client.cancel() }

    #expect(issues.map(\.message) == [message("Client.cancel")])
  }

  @Test func `an endpoint with a placeholder reports and returns it`() {
    let issues = issues { #expect(client.count() == 0) }

    #expect(issues.map(\.message) == [message("Client.count")])
  }

  @Test func `an endpoint without a placeholder traps with the reason`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Client.unimplemented.size()
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Client.size was called, but is unimplemented here."))
    #expect(output.contains("There is no placeholder to return."))
  }
}
