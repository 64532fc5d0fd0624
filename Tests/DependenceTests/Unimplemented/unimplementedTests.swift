import Dependence
import DependenceTesting
import TestKeys
import Testing

private struct UnkeyedClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
  var count: @Sendable () -> Int
  var cancel: @Sendable () -> Void
  var size: @Sendable () -> Int
  var send: @Sendable (String) throws -> Void

  static let unimplemented = UnkeyedClient(
    fetch: { _ in throw Dependence.unimplemented("UnkeyedClient.fetch") },
    count: { Dependence.unimplemented("UnkeyedClient.count", placeholder: 0) },
    cancel: { Dependence.unimplemented("UnkeyedClient.cancel") },
    size: { trapUnimplemented("UnkeyedClient.size") },
    send: { _ in throw Dependence.unimplemented("UnkeyedClient.send") }
  )
}

struct unimplementedTests {
  private let client = UnkeyedClient.unimplemented

  private func message(_ endpoint: String) -> String {
    """
    \(endpoint) was called, but is unimplemented here. Override it for this test, for example in \
    withDependencies { … } or .dependencies { … }.
    """
  }

  @Test func `a throwing endpoint reports and throws`() async {
    let issues = await issues {
      await #expect(throws: DependencyError.unimplemented("UnkeyedClient.fetch")) {
        try await client.fetch(1)
      }
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "UnkeyedClient.fetch")])
    #expect(issues.map(\.message) == [message("UnkeyedClient.fetch")])
  }

  @Test func `a throwing endpoint without a result reports and throws`() {
    let issues = issues {
      #expect(throws: DependencyError.unimplemented("UnkeyedClient.send")) { try client.send("") }
    }

    #expect(issues.map(\.message) == [message("UnkeyedClient.send")])
  }

  @Test func `an endpoint without a result reports and returns`() {
    let issues = issues { client.cancel() }

    #expect(issues.map(\.message) == [message("UnkeyedClient.cancel")])
  }

  @Test func `an endpoint with a placeholder reports and returns it`() {
    let issues = issues { #expect(client.count() == 0) }

    #expect(issues.map(\.message) == [message("UnkeyedClient.count")])
  }

  @Test func `the message contains the assignment if one key provides such clients`() {
    @Dependency(KeyedClient.Key.self) var client
    let issues = issues { _ = client.count() }

    #expect(
      issues.map(\.message) == [
        """
        KeyedClient.count was called, but is unimplemented here. Override it for this test with \
        $0[Key.self].count = …, in withDependencies { … } or .dependencies { … }.
        """
      ]
    )
  }

  @Test func `the message mentions an override that the called client may not have`() {
    let clientReadBefore = Dependency(KeyedClient.Key.self).wrappedValue
    let issues = issues {
      withDependencies {
        $0[KeyedClient.Key.self] = KeyedClient(count: { 1 })
      } operation: {
        _ = clientReadBefore.count()
      }
    }

    let hint = "the override of $0[Key.self] in this scope"
    #expect(issues.map(\.message).contains { $0.contains(hint) })
  }

  @Test(arguments: ["KeyedClient.count(of:)", "count", "KeyedClient.", ".count", "NoClient.count"])
  func `the message contains no assignment if the name does not identify an endpoint`(
    name: String
  ) {
    _ = Dependency(KeyedClient.Key.self).wrappedValue
    let issues = issues { Dependence.unimplemented(name) }

    #expect(issues.map(\.message) == [message(name)])
  }

  @Test func `in an exit test, the advice is to override the endpoint inside its closure`() async {
    await #expect(processExitsWith: .success) {
      let issues = issues { UnkeyedClient.unimplemented.cancel() }

      #expect(
        issues.map(\.message) == [
          """
          UnkeyedClient.cancel was called, but is unimplemented here. Override it for this test, for example in \
          withDependencies { … } inside the closure of the exit test, because the overrides of the test do not reach its \
          process.
          """
        ]
      )
    }
  }

  @Test func `an endpoint without a placeholder traps with the reason`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = UnkeyedClient.unimplemented.size()
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("UnkeyedClient.size was called, but is unimplemented here."))
    #expect(output.contains("There is no placeholder to return."))
  }
}

private struct KeyedClient: Sendable {
  var count: @Sendable () -> Int

  enum Key: DependencyKey {
    static var liveValue: KeyedClient { KeyedClient { 1 } }
    static var testValue: KeyedClient {
      KeyedClient { Dependence.unimplemented("KeyedClient.count", placeholder: 0) }
    }
  }
}
