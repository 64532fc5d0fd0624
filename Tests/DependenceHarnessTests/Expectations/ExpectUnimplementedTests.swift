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

  @Test func `an expected unimplemented call reports no issue`() async throws {
    let found = try await issues {
      try await expectUnimplemented("Client.fetch") { _ = try await client.fetch() }
      expectUnimplemented("Client.cancel") { client.cancel() }
    }

    #expect(found.isEmpty)
  }

  @Test func `a missing call is reported at the location of the expectation`() {
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

  @Test func `a missing call in an asynchronous operation is reported`() async {
    let found = await issues { await expectUnimplemented { await Task.yield() } }

    #expect(
      found.map(\.message) == [
        """
        Expected any endpoint to be called while unimplemented at least once, but it was not.
        """
      ]
    )
  }

  @Test func `an issue of another kind is still reported and does not count`() {
    let found = issues {
      expectUnimplemented(count: 1) {
        reportIssue("unrelated")
        client.cancel()
      }
    }

    #expect(found.map(\.message) == ["unrelated"])
  }

  @Test func `a call to another unimplemented endpoint is reported and named`() {
    let found = issues { expectUnimplemented("Client.fetch") { client.cancel() } }

    #expect(found.map(\.kind) == [.unimplemented(endpoint: "Client.cancel"), .general])
    #expect(
      found.last?.message == """
        Expected Client.fetch to be called while unimplemented at least once, but it was not. These \
        unimplemented endpoints were called instead: Client.cancel.
        """
    )
  }

  @Test func `a different number of calls than expected is reported`() throws {
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
        Expected Client.cancel to be called while unimplemented exactly once, but it was 2 times:
        - DependenceHarnessTests/ExpectUnimplementedTests.swift:
        """
      )
    )
  }

  @Test
  func `a pattern can match several endpoints, and no pattern matches every endpoint`() async throws
  {
    let found = try await issues {
      try await expectUnimplemented("Client.*", count: 2) {
        client.cancel()
        _ = try await client.fetch()
      }
      expectUnimplemented { client.cancel() }
    }

    #expect(found.isEmpty)
  }

  @Test func `a call in a detached task with captured dependencies counts`() async {
    let found = await issues {
      await expectUnimplemented("Client.cancel") {
        let scope = captureDependencies()
        await Task.detached { [client] in scope.run { client.cancel() } }.value
      }
    }

    #expect(found.isEmpty)
  }

  @Test func `a call after the operation has ended is reported`() async {
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

  @Test func `an error other than that of an expected call is rethrown`() async {
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

  @Test func `a negative expected count is reported as an issue`() {
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
