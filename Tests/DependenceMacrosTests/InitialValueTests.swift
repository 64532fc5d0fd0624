import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

private struct Failure: Error, Equatable {}

private typealias Elsewhere = @Sendable (Int) -> Int
private typealias ElsewhereThrowing = @Sendable (Int) throws -> Int
private typealias ElsewhereAsync = @Sendable (Int) async -> Int
private typealias ElsewhereBoth = @Sendable (Int, Int) async throws -> Int

/// A client in which every endpoint has an initial value.
@DependencyClient
private struct Client: Sendable {
  typealias Check = @Sendable (_ name: String) -> Int
  typealias MaybeCheck = (@Sendable (Int) -> Int)?

  static let lineOfNone = #line + 1
  var none: @Sendable () -> Int = { 0 }
  var one: @Sendable (Int) -> Int = { $0 }
  var labeled: @Sendable (_ id: Int, _ more: Int) -> Int = { $0 + $1 }
  var asynchronous: @Sendable (_ id: Int) async -> Int = { $0 }
  var throwing: @Sendable (Int) throws -> Int = { if $0 > 0 { throw Failure() } else { $0 } }
  var both: @Sendable (Int, Int, Int) async throws -> Int = { $0 + $1 + $2 }
  var typed: @Sendable (Int) throws(Failure) -> Int = { $0 }
  var typedAsync: @Sendable () async throws(Failure) -> Int = {
    () async throws(Failure) in throw Failure()
  }
  var never: @Sendable () throws(Never) -> Int = { 1 }
  var void: @Sendable () -> Void = {}
  var change: @Sendable (inout Int, _ by: Int) -> Void = { $0 += $1 }
  var onMain: @MainActor (Int) -> Int = { $0 }
  var concurrent: @concurrent @Sendable (Int) async -> Int = { $0 }
  var inherits: nonisolated(nonsending) @Sendable (Int) async throws -> Int = { $0 }
  var late: @Sendable (@autoclosure () throws -> Int) throws -> Int = { try $0() }
  var nonescaping: @Sendable ((Int) -> Int) -> Int = { $0(1) }
  var aliased: Check = { $0.count }
  var reference: @Sendable (Int) -> Int = Client.negative
  var selfReference: @Sendable (Int) -> Int = Self.negative
  var `default`: @Sendable () -> Int = { 1 }
  var inferred = { @Sendable (first: Int, second: Int) async throws -> Int in first + second }
  var cast = { 1 } as @Sendable () -> Int
  var optional: (@Sendable (Int) -> Int)? = { $0 }
  var generic: Optional<@Sendable (Int) -> Int> = { $0 }
  var unwrapped: (@Sendable (Int) -> Int)! = { $0 }
  var optionalAlias: MaybeCheck = { $0 }
  var empty: (@Sendable () -> Int)? = nil
  @DependencyEndpoint var elsewhere: Elsewhere = { $0 }
  @DependencyEndpoint var elsewhereThrowing: ElsewhereThrowing = { _ in throw Failure() }
  @DependencyEndpoint var elsewhereAsync: ElsewhereAsync = { $0 }
  @DependencyEndpoint var elsewhereBoth: ElsewhereBoth = { $0 + $1 }
  @DependencyEndpoint var elsewhereOptional: Elsewhere? = { $0 }
  private var secret: @Sendable () -> Int = { 1 }

  static func negative(_ number: Int) -> Int { -number }

  func revealed() -> Int { secret() }
}

@DependencyClient
private struct Store<Value: Sendable, Problem: Error>: Sendable {
  var load: @Sendable (_ key: String) async throws -> Value? = { _ in nil }
  var save: @Sendable (Value) throws(Problem) -> Void = { _ in }
}

struct InitialValueTests {
  struct Call: Sendable, CustomTestStringConvertible {
    let endpoint: String
    let result: Int?
    private let body: @Sendable (Client) async throws -> Int

    fileprivate init(
      _ endpoint: String,
      _ result: Int?,
      _ body: @escaping @Sendable (Client) async throws -> Int
    ) {
      self.endpoint = endpoint
      self.result = result
      self.body = body
    }

    var testDescription: String { endpoint }

    /// Returns the result of the call, or `nil` if the initial value throws.
    fileprivate func result(of client: Client) async throws -> Int? {
      do { return try await body(client) } catch is Failure { return nil }
    }
  }

  private static let calls: [Call] = [
    Call("none", 0) { $0.none() },
    Call("one", 3) { $0.one(3) },
    Call("labeled", 7) { $0.labeled(id: 3, more: 4) },
    Call("labeled", 7) { $0.labeled(3, 4) },
    Call("asynchronous", 3) { await $0.asynchronous(id: 3) },
    Call("throwing", 0) { try $0.throwing(0) },
    Call("throwing", nil) { try $0.throwing(1) },
    Call("both", 6) { try await $0.both(1, 2, 3) },
    Call("typed", 3) { try $0.typed(3) },
    Call("typedAsync", nil) { try await $0.typedAsync() },
    Call("never", 1) { $0.never() },
    Call("void", 0) {
      $0.void()
      return 0
    },
    Call("change", 5) {
      var number = 3
      $0.change(&number, by: 2)
      return number
    },
    Call("onMain", 3) { await $0.onMain(3) },
    Call("concurrent", 3) { await $0.concurrent(3) },
    Call("inherits", 3) { try await $0.inherits(3) },
    Call("late", 3) { try $0.late(3) },
    Call("nonescaping", 3) { $0.nonescaping { $0 + 2 } },
    Call("aliased", 3) { $0.aliased(name: "abc") },
    Call("reference", -3) { $0.reference(3) },
    Call("selfReference", -3) { $0.selfReference(3) },
    Call("default", 1) { $0.default() },
    Call("inferred", 7) { try await $0.inferred(3, 4) },
    Call("cast", 1) { $0.cast() },
    Call("optional", 3) { $0.optional?(3) ?? 0 },
    Call("generic", 3) { $0.generic?(3) ?? 0 },
    Call("unwrapped", 3) { $0.unwrapped(3) },
    Call("optionalAlias", 3) { $0.optionalAlias?(3) ?? 0 },
    Call("elsewhere", 3) { $0.elsewhere(3) },
    Call("elsewhereThrowing", nil) { try $0.elsewhereThrowing(3) },
    Call("elsewhereAsync", 3) { await $0.elsewhereAsync(3) },
    Call("elsewhereBoth", 7) { try await $0.elsewhereBoth(3, 4) },
    Call("elsewhereOptional", 3) { $0.elsewhereOptional?(3) ?? 0 },
  ]

  @Test(arguments: calls)
  func `an endpoint reports an issue and runs its initial value`(call: Call) async throws {
    var result: Int?
    let issues = try await issues { result = try await call.result(of: .unimplemented) }

    #expect(result == call.result)
    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.\(call.endpoint)")])
  }

  @Test(arguments: calls)
  func `a client from its initializer runs its initial values without an issue`(
    call: Call
  ) async throws {
    var result: Int?
    let issues = try await issues { result = try await call.result(of: Client()) }

    #expect(result == call.result)
    #expect(issues.isEmpty)
  }

  @Test func `an issue points to the call and suggests an override`() async {
    let client = Client.unimplemented

    let issues = await issues {
      _ = client.labeled(id: 1, more: 2)
      _ = await client.asynchronous(id: 1)
      let taken = client.none
      _ = await Task { taken() }.value
    }

    let here = #line - 6
    #expect(issues.map(\.site.line) == [here, here + 1, Client.lineOfNone])
    #expect(
      issues.map(\.message)
        == [
          ("labeled", "{ _, _ in … }"), ("asynchronous", "{ _ in … }"), ("none", "{ … }"),
        ].map { name, replacement in
          """
          Client.\(name) was called, but is unimplemented here. Override it for this test with \
          $0[…].\(name) = \(replacement), in withDependencies { … } or .dependencies { … }.
          """
        }
    )
  }

  @Test func `the unimplemented client keeps nil endpoints and private endpoints unchanged`() {
    let client = Client.unimplemented
    var result = 0

    let issues = issues { result = client.revealed() }

    #expect(issues.isEmpty && result == 1 && client.empty == nil)
  }

  @Test func `an overridden endpoint reports no issue`() {
    var client = Client.unimplemented
    client.none = { 5 }
    client.optional = nil
    var result = 0

    let issues = issues { [client] in result = client.none() }

    #expect(issues.isEmpty && result == 5 && client.optional == nil)
  }

  @Test func `a generic client reports an issue and runs its initial values`() async throws {
    let store = Store<Int, Failure>.unimplemented

    var loaded: Int? = 1
    let issues = try await issues {
      loaded = try await store.load(key: "a")
      try store.save(1)
    }

    #expect(loaded == nil)
    #expect(
      issues.map(\.kind) == [
        .unimplemented(endpoint: "Store.load"), .unimplemented(endpoint: "Store.save"),
      ]
    )
  }

  @Test func `unimplemented endpoints work with expectUnimplemented, Spy and Faults`() throws {
    var results: [Int] = []
    expectUnimplemented("Client.none", count: 1) { results.append(Client.unimplemented.none()) }

    let spy = Spy<Int, Int>("Client.throwing")
    let faults = Faults(seed: 7, [])
    var client = Client.unimplemented
    client.throwing = faults.wrap("Client.throwing", spy.wrap(client.throwing))
    let issues = try issues { [client] in results.append(try client.throwing(0)) }

    #expect(results == [0, 0])
    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "Client.throwing")])
    spy.expectCalls([0])
  }
}
