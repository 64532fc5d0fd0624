import DependenceHarness
import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

/// A client whose endpoints share their names and parameter types with methods in an extension. The
/// macro cannot see these methods.
@DependencyClient
private struct Files: Sendable {
  var delete: @Sendable (_ id: String) async throws -> String
  var log: @Sendable (_ text: String) -> Void
  var double: @Sendable (_ number: Int) -> Int = { 2 * $0 }
  var half: (@Sendable (_ number: Int) -> Int)? = { $0 / 2 }
  var fetch: @Sendable (_ id: Int, _ page: Int) throws -> String
  let limit: @Sendable (_ id: Int) throws -> Int
  var inOrder: @Sendable (_ ids: [Int]) throws -> Int { didSet { numberOfChanges += 1 } }
  var numberOfChanges = 0
  var onMain: @MainActor @Sendable (_ id: Int) throws -> String
  var onCaller: nonisolated(nonsending) @Sendable (_ id: Int) async throws -> String
  var typed: @Sendable (_ id: Int) throws(Missing) -> String = { _ in "" }
  var visit: @Sendable (_ body: (Int) -> Void) throws -> Void
  var change: @Sendable (_ number: inout Int) throws -> Void
  var `Type`: @Sendable (_ id: Int) throws -> String
  @DependencyEndpoint var aliased: Alias = { $0 }

  struct Missing: Error {}
}

private typealias Alias = @Sendable (Int) -> Int

extension Files {
  func delete(named name: String) async throws -> String { "method" }
  func log(error: String) {}
  func double(value: Int) -> Int { -1 }
  func half(value: Int) -> Int { -1 }
  func limit(value: Int) throws -> Int { -1 }
  func inOrder(values: [Int]) throws -> Int { -1 }
  @MainActor func onMain(value: Int) throws -> String { "method" }
  nonisolated(nonsending) func onCaller(value: Int) async throws -> String { "method" }
  func typed(value: Int) throws(Missing) -> String { "method" }
  func visit(each body: (Int) -> Void) throws {}
  func change(value: inout Int) throws {}
  func `Type`(value: Int) throws -> String { "method" }
  func aliased(value: Int) -> Int { -1 }

  /// A method that replaces a generated method and calls the endpoint.
  func fetch(id: Int, page: Int) throws -> String { try "page " + fetch(id, page) }
}

/// A generic client whose endpoint shares its name and parameter types with a method.
@DependencyClient
private struct Store<Value: Sendable>: Sendable {
  var save: @Sendable (_ value: Value) throws -> String
}

extension Store {
  func save(copy: Value) throws -> String { "method" }
}

extension Files {
  fileprivate static let complete = Files(
    delete: { "deleted \($0)" },
    log: { _ in },
    fetch: { "\($0), \($1)" },
    limit: { $0 },
    inOrder: { $0.count },
    onMain: { "shown \($0)" },
    onCaller: { "loaded \($0)" },
    typed: { "typed \($0)" },
    visit: { $0(1) },
    change: { $0 += 1 },
    Type: { "type \($0)" }
  )
}

/// Tests of clients with methods that the user declares under the names of endpoints.
struct EndpointsAndMethodsTests {
  @Test func `an endpoint is called although a method has its name and parameter types`()
    async throws
  {
    let client = Files.complete
    var number = 1

    #expect(try await client.delete(id: "1") == "deleted 1")
    #expect(try await client.delete("1") == "deleted 1")
    #expect(client.double(number: 2) == 4)
    #expect(client.half?(4) == 2)
    #expect(try client.limit(id: 3) == 3)
    #expect(try client.inOrder(ids: [1, 2]) == 2)
    #expect(client.numberOfChanges == 0)
    #expect(try await client.onMain(id: 1) == "shown 1")
    #expect(try await client.onCaller(id: 1) == "loaded 1")
    #expect(try client.typed(id: 1) == "typed 1")
    try client.visit(body: { number += $0 })
    try client.change(number: &number)
    #expect(number == 3)
    #expect(try client.Type(id: 1) == "type 1")
    #expect(try Store<Int>(save: { "saved \($0)" }).save(value: 1) == "saved 1")
  }

  @Test func `a method is called although an endpoint has its name and parameter types`()
    async throws
  {
    #expect(try await Files.complete.delete(named: "1") == "method")
    #expect(Files.complete.double(value: 2) == -1)
  }

  @Test func `an unimplemented endpoint with the name and types of a method is reported`()
    async throws
  {
    let client = Files.unimplemented
    var results: [Int?] = []

    let issues = await issues {
      _ = try? await client.delete(id: "1")
      client.log(text: "text")
      results = [client.double(number: 2), client.half?(4), client.aliased(3)]
      _ = try? client.limit(id: 3)
      _ = try? Store<Int>.unimplemented.save(value: 1)
    }

    #expect(results == [4, 2, 3])
    #expect(
      issues.map(\.kind)
        == [
          "Files.delete", "Files.log", "Files.double", "Files.half", "Files.aliased",
          "Files.limit", "Store.save",
        ].map { .unimplemented(endpoint: $0) }
    )
  }

  @Test func `a spy records an endpoint with the name and types of a method`() async throws {
    let spy = ClientSpy("files")
    let client = withExpectedIssues(count: .exactly(3)) { spy.wrap(Files.complete) }

    _ = try await client.delete(id: "1")
    client.log(text: "text")
    _ = client.double(number: 2)
    _ = client.half?(4)
    _ = try await client.onMain(id: 1)
    _ = try client.typed(id: 1)

    spy.calls.expectCalls([
      #"Files.delete("1")"#, #"Files.log("text")"#, "Files.double(2)", "Files.half(4)",
      "Files.onMain(1)", "Files.typed(1)",
    ])
  }

  @Test func `a method that replaces a generated method can call its endpoint`() throws {
    #expect(try Files.complete.fetch(id: 1, page: 2) == "page 1, 2")

    let issues = issues { _ = try? Files.unimplemented.fetch(id: 1, page: 2) }
    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Files.fetch")])
  }
}
