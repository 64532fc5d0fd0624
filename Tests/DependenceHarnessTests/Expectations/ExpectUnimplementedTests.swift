import Dependence
import DependenceHarness
import TestKeys
import Testing

struct ExpectUnimplementedTests {
  private struct Client: Sendable {
    var fetch: @Sendable () async throws -> Int = {
      throw Dependence.unimplemented("Client.fetch")
    }
    var cancel: @Sendable () -> Void = { Dependence.unimplemented("Client.cancel") }
  }

  private let client = Client()

  @Test func `a call that comes is silent`() async throws {
    let found = try await issues {
      try await expectUnimplemented("Client.fetch") { _ = try await client.fetch() }
      expectUnimplemented("Client.cancel") { client.cancel() }
    }

    #expect(found.isEmpty)
  }

  @Test func `a call that does not come is an issue, at the expectation`() {
    let line = #line + 2
    let found = issues {
      expectUnimplemented("Client.fetch") {}
    }

    #expect(
      found.map(\.message) == [
        "Expected Client.fetch to be called while unimplemented at least once, but it was not."
      ]
    )
    #expect(found.map(\.site.line) == [line])
  }

  @Test func `an asynchronous call that does not come is an issue, too`() async {
    let found = await issues { await expectUnimplemented { await Task.yield() } }

    #expect(
      found.map(\.message) == [
        """
        Expected any endpoint to be called while unimplemented at least once, but it was not.
        """
      ]
    )
  }

  @Test func `an issue of another kind fails as ever, and is not counted`() {
    let found = issues {
      expectUnimplemented(count: 1) {
        reportIssue("unrelated")
        client.cancel()
      }
    }

    #expect(found.map(\.message) == ["unrelated"])
  }

  @Test func `another call fails as ever, and is named`() {
    let found = issues { expectUnimplemented("Client.fetch") { client.cancel() } }

    #expect(found.map(\.kind) == [.unimplemented(endpoint: "Client.cancel"), .general])
    #expect(
      found.last?.message == """
        Expected Client.fetch to be called while unimplemented at least once, but it was not. These \
        unimplemented endpoints were called instead: Client.cancel.
        """
    )
  }

  @Test func `calls are counted`() throws {
    let found = issues {
      expectUnimplemented("Client.cancel", count: 2) {
        client.cancel()
        client.cancel()
      }
      expectUnimplemented("Client.cancel", count: 1) {
        client.cancel()
        client.cancel()
      }
    }

    let message = try #require(found.first?.message)
    #expect(found.count == 1)
    #expect(
      message.hasPrefix(
        """
        Expected Client.cancel to be called while unimplemented exactly once, but it was 2 times, at \
        DependenceHarnessTests/ExpectUnimplementedTests.swift:
        """
      )
    )
  }

  @Test func `a pattern expects many endpoints, and none is any`() async throws {
    let found = try await issues {
      try await expectUnimplemented("Client.*", count: 2) {
        client.cancel()
        _ = try await client.fetch()
      }
      expectUnimplemented { client.cancel() }
    }

    #expect(found.isEmpty)
  }

  @Test func `detached work that took the scope along counts`() async {
    let found = await issues {
      await expectUnimplemented("Client.cancel") {
        let scope = captureDependencies()
        await Task.detached { [client] in scope.run { client.cancel() } }.value
      }
    }

    #expect(found.isEmpty)
  }

  @Test func `what comes after the operation fails as ever`() async {
    let found = await issues {
      let scope = await withCheckedContinuation { kept in
        expectUnimplemented("Client.cancel", count: 0) {
          kept.resume(returning: captureDependencies())
        }
      }
      scope.run { client.cancel() }
    }

    #expect(found.map(\.kind) == [.unimplemented(endpoint: "Client.cancel")])
  }

  @Test func `any other error is thrown on`() async {
    await #expect(throws: DependencyError.unimplemented("Client.fetch")) {
      try await expectUnimplemented("Client.cancel", count: 0) {
        _ = try await withIssueReporter(IssueRecorder()) { try await client.fetch() }
      }
    }
    #expect(throws: DependencyError.unimplemented("Client.fetch")) {
      try expectUnimplemented("Client.cancel", count: 0) {
        throw DependencyError.unimplemented("Client.fetch")
      }
    }
    #expect(throws: TestFailure.self) {
      try expectUnimplemented(count: 0) { throw TestFailure() }
    }
  }

  @Test func `an impossible count is an issue`() {
    let found = issues { expectUnimplemented("Client.cancel", count: .exactly(-1)) {} }

    #expect(
      found.map(\.message) == [
        """
        The expected count "exactly -1 times" is negative, so it was not checked. Expect 0 times or \
        more.
        """
      ]
    )
  }
}
