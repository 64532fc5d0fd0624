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

/// A client that overloads its endpoints with methods.
@DependencyClient
private struct Overloaded: Sendable {
  var find: @Sendable (_ id: Int, _ depth: Int) throws -> String
  func find(id: Int) throws -> String { try find(id: id, depth: 1) }

  var list: @Sendable (_ id: Int) throws -> String
  func list(id: Int, limit: Int = 3) throws -> String { "limited to \(limit)" }
}

/// A client with quotation marks in its name and in the name of its endpoint. The labels of the
/// endpoint are also names of parameters in generated code.
@DependencyClient
private struct `A "client"`: Sendable {
  var `say "hi"`: @Sendable (_ p0: Int, _ p1: Int) throws -> Int
}

/// A client whose endpoints take a closure as their last argument, which is the only labeled one.
@DependencyClient
private struct Observing: Sendable {
  var observe: @Sendable (_ handler: @escaping @Sendable (Int) -> Void) throws -> Void
  var run: @Sendable (Int, _ body: () throws -> Void) async throws -> Void
  var notify: @Sendable (_ handler: (@Sendable () -> Void)?) throws -> Void
}

/// A client with endpoints that run on their caller's actor.
@DependencyClient
private struct Inheriting: Sendable {
  var load: nonisolated(nonsending) @Sendable (_ id: Int) async throws -> String
  var find: @Sendable (_ id: Int) async throws(Failure) -> String = { _ in "" }
  var cancel: @Sendable () -> Void
}

private enum Nothing { case nothing }

/// A client with a type whose name once was the name of a generic parameter in generated code.
@DependencyClient
private struct Emptying: Sendable {
  var empty: @Sendable (_ id: Int) throws -> Nothing
}

/// Returns the name of the caller's actor, or "nil" if the caller is not isolated to an actor.
private func actor(_ isolation: isolated (any Actor)? = #isolation) -> String {
  isolation.map { "\($0)" } ?? "nil"
}

struct DependencyClientTests {
  private let client = Client.unimplemented

  // MARK: - Calls to unimplemented endpoints

  @Test func `an unimplemented throwing endpoint reports an issue and throws`() async {
    let issues = await issues {
      await #expect(throws: DependencyError.unimplemented("Client.load")) {
        try await client.load()
      }
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.load")])
  }

  @Test
  func `an unimplemented void endpoint with typed throws reports an issue and returns`() throws {
    let issues = try issues { try client.fail() }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.fail")])
  }

  @Test func `an unimplemented endpoint can throw a typed DependencyError`() {
    let issues = issues {
      #expect(throws: DependencyError.unimplemented("Client.known")) { try client.known() }
    }

    #expect(issues.count == 1)
  }

  @Test func `an unimplemented void endpoint reports an issue and returns`() {
    let issues = issues { client.cancel() }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.cancel")])
  }

  @Test func `an endpoint typed by an outside type alias reports an issue and throws`() async {
    let issues = await issues {
      await #expect(throws: DependencyError.unimplemented("Client.elsewhere")) {
        try await client.elsewhere(1)
      }
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.elsewhere")])
  }

  @Test func `the unimplemented client has nil optional endpoints and keeps stored values`() {
    #expect(client.done == nil)
    #expect(client.title == "title")
  }

  @Test
  func `a nonthrowing endpoint with a result traps with a message that names it`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Trapping.unimplemented.count()
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("Trapping.count was called, but is unimplemented here."))
  }

  // MARK: - Calls to implemented endpoints

  @Test
  func `the generated methods call the closure with and without argument labels`() async throws {
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

  @Test func `an endpoint property can still be read and set as a closure`() async throws {
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

  @MainActor
  @Test func `an overridden endpoint of an unimplemented client runs on its caller's actor`()
    async throws
  {
    var client = Inheriting.unimplemented
    client.load = { _ in
      await Task.yield()
      return actor()
    }
    client.find = { _ async throws(Failure) in
      await Task.yield()
      return actor()
    }

    let labeled = try await client.load(id: 1)
    let unlabeled = try await client.load(1)
    let typed = try await client.find(id: 1)
    let observed = try await ClientSpy("client").wrap(client).load(id: 1)

    let names = [labeled, unlabeled, typed, observed]
    #expect(names == Array(repeating: "Swift.MainActor", count: 4))
  }

  @Test func `an endpoint keeps its generated method if a method has other labels`() throws {
    let client = Overloaded(find: { "\($0) \($1)" })

    #expect(try client.find(id: 2, depth: 3) == "2 3")
    #expect(try client.find(2, 3) == "2 3")
    #expect(try client.find(id: 2) == "2 1")
  }

  @Test func `a method replaces the generated method with the same labels`() throws {
    let client = Overloaded(list: { "\($0)" })

    #expect(try client.list(id: 2) == "limited to 3")
    #expect(try client.list(2) == "2")
  }

  @Test func `names of endpoints and clients can contain quotation marks`() throws {
    let issues = issues { _ = try? `A "client"`.unimplemented.`say "hi"`(p0: 1, p1: 2) }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: #"A "client".say "hi""#)])
    #expect(try `A "client"`(`say "hi"`: { $0 - $1 }).`say "hi"`(p0: 3, p1: 2) == 1)
  }

  @Test func `an endpoint can have a result type named Nothing`() throws {
    #expect(try Emptying(empty: { _ in .nothing }).empty(id: 1) == .nothing)
  }

  // MARK: - The source location of an issue

  @Test func `an issue is reported at the source location of the call`() async {
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

  /// Calls an endpoint from a synchronous function, and returns the line of the call.
  private func synchronously() -> Int {
    client.cancel()
    return #line - 1
  }

  @Test func `a call with a trailing closure is reported at its source location`() async {
    let client = Observing.unimplemented

    let issues = await issues {
      #expect(throws: DependencyError.self) { try client.observe { _ in } }
      #expect(throws: DependencyError.self) { try client.observe(handler: { _ in }) }
      #expect(throws: DependencyError.self) { try client.observe({ _ in }) }
      await #expect(throws: DependencyError.self) { try await client.run(1) {} }
      await #expect(throws: DependencyError.self) { try await client.run(1, body: {}) }
      #expect(throws: DependencyError.self) { try client.notify {} }
      #expect(throws: DependencyError.self) { try client.notify(handler: nil) }
    }

    let first = #line - 9
    #expect(issues.map(\.site.line) == Array(first..<first + 7))
  }

  @Test func `a call to an extracted closure is reported at the endpoint's declaration`() async {
    let load = client.load

    let issues = await issues { _ = try? await load() }

    #expect(issues.map(\.site.fileID) == [#fileID])
    #expect(issues.map(\.site.line) == [Client.lineOfLoad])
  }

  @Test func `a call through a wrapping closure is reported at the outer call`() async {
    var client = client
    client.load = { [load = client.load] in try await load() }

    let issues = await issues { [client] in _ = try? await client.load() }

    #expect(issues.map(\.site.line) == [#line - 2])
  }

  @Test func `a nested call to another endpoint is not reported at the outer call`() async {
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
