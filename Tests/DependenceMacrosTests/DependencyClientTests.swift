import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

private struct Failure: Error, Equatable {}

@DependencyClient
private struct Client: Sendable {
  typealias Find = @Sendable (_ id: Int, _ name: String) async throws -> String

  static let lineOfFind = #line + 1
  var find: Find
  static let lineOfLoad = #line + 1
  var load: @Sendable () async throws -> String
  var save: @Sendable (_ text: String) throws -> Void
  var cancel: @Sendable () -> Void
  var fail: @Sendable () throws(Failure) -> Void
  var known: @Sendable () throws(DependencyError) -> Int
  var grow: @Sendable (inout Int, _ by: Int) throws -> Void
  var done: (@Sendable () -> Int)?
  var next: @Sendable (Int) -> Int = { $0 + 1 }
  @DependencyEndpoint var elsewhere: Elsewhere
  var title = "title"
}

private typealias Elsewhere = @Sendable (Int) async throws -> String

struct DependencyClientTests {
  private let client = Client.unimplemented

  // MARK: - What a call does

  @Test func `an endpoint that throws reports and throws`() async {
    let issues = await issues {
      await #expect(throws: DependencyError.unimplemented("Client.load")) {
        try await client.load()
      }
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.load")])
  }

  @Test func `an endpoint that throws an error of its own, without a result, reports and returns`()
    throws
  {
    let issues = try issues { try client.fail() }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.fail")])
  }

  @Test func `an endpoint that throws a DependencyError throws it`() {
    let issues = issues {
      #expect(throws: DependencyError.unimplemented("Client.known")) { try client.known() }
    }

    #expect(issues.count == 1)
  }

  @Test func `an endpoint without a result reports and returns`() {
    let issues = issues { client.cancel() }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.cancel")])
  }

  @Test func `an endpoint behind an alias from elsewhere reports and throws`() async {
    let issues = await issues {
      await #expect(throws: DependencyError.unimplemented("Client.elsewhere")) {
        try await client.elsewhere(1)
      }
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.elsewhere")])
  }

  @Test func `an optional endpoint is nil, and the initial value of what is no endpoint stays`() {
    #expect(client.done == nil)
    #expect(client.title == "title")
  }

  @Test func `an endpoint that can only trap says why`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Trapping.unimplemented.count()
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Trapping.count was called, but is unimplemented here."))
  }

  // MARK: - Calling what is there

  @Test func `methods call the closure, with its labels and without`() async throws {
    let client = Client(
      find: { "\($0) \($1)" },
      save: { text in if text == "bad" { throw Failure() } },
      grow: { $0 += $1 }
    )
    var number = 1

    #expect(try await client.find(id: 1, name: "a") == "1 a")
    #expect(try await client.find(1, "a") == "1 a")
    #expect(throws: Failure()) { try client.save(text: "bad") }
    try client.grow(&number, by: 2)
    try client.grow(&number, 3)
    #expect(number == 6)
  }

  @Test func `a property is a closure still`() async throws {
    var client = Client(load: { "a" })
    let load = client.load
    let find: @Sendable (Int, String) async throws -> String = client.find
    client.load = { [client] in try await client.load() + "b" }
    client.find = { _, _ in "found" }

    #expect(try await load() == "a")
    #expect(try await client.load() == "ab")
    #expect([1, 2].map(client.next) == [2, 3])
    #expect(client[keyPath: \.next](3) == 4)
    await #expect(issues { _ = try? await find(1, "") }.count == 1)
  }

  // MARK: - Where a call stands

  @Test func `an issue stands at the call`() async {
    var synchronousLine = 0
    let issues = await issues {
      _ = try? await client.load()
      _ = try? await client.find(1, "")
      _ = try? await client.find(id: 1, name: "")
      try? client.save(text: "")
      synchronousLine = synchronously()
    }

    let here = #line - 7
    #expect(issues.map(\.site.line) == [here, here + 1, here + 2, here + 3, synchronousLine])
    #expect(issues.allSatisfy { $0.site.fileID == #fileID && $0.site.filePath == #filePath })
  }

  /// Returns the line of the call.
  private func synchronously() -> Int {
    client.cancel()
    return #line - 1
  }

  @Test func `a closure that was taken out stands at the property`() async {
    let load = client.load

    let issues = await issues { _ = try? await load() }

    #expect(issues.map(\.site.fileID) == [#fileID])
    #expect(issues.map(\.site.line) == [Client.lineOfLoad])
  }

  @Test func `a closure around an unimplemented one stands at the call still`() async {
    var client = client
    client.load = { [load = client.load] in try await load() }

    let issues = await issues { [client] in _ = try? await client.load() }

    #expect(issues.map(\.site.line) == [#line - 2])
  }

  @Test func `a call inside another does not stand at the other`() async {
    var client = client
    client.load = { [find = client.find] in try await find(1, "") }

    let issues = await issues { [client] in _ = try? await client.load() }

    #expect(issues.map(\.site.line) == [Client.lineOfFind])
  }
}

private typealias Count = @Sendable () -> Int

@DependencyClient
private struct Trapping: Sendable {
  @DependencyEndpoint var count: Count
}
