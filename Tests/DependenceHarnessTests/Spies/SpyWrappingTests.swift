import Dependence
import DependenceHarness
import Testing

struct SpyWrappingTests {
  private struct Refusal: Error, Equatable {}

  /// A client with endpoints of the types that clients usually declare.
  private struct Client: Sendable {
    var ping: @Sendable () -> Void = {}
    var length: @Sendable (String) -> Int = { $0.count }
    var parse: @Sendable (String) throws -> Int = { _ in throw Refusal() }
    var refresh: @Sendable (String, Bool) async -> Void = { _, _ in await Task.yield() }
    var fetch: @Sendable (String, _ page: Int) async throws -> [String] = { ["\($0) \($1)"] }
    var twelve:
      @Sendable (Int, Int?, String, Bool, Int, Int, Int, Double, [Int], Int, Int, Character)
        async throws -> String = { a, _, _, _, _, _, _, _, _, _, _, l in
          await Task.yield()
          if a < 0 { throw Refusal() }
          return "\(a)\(l)"
        }
  }

  private var client = Client()

  @Test mutating func `a spy records a synchronous endpoint and preserves its behavior`() {
    let ping = Spy<Void>("ping")
    let length = Spy<String, Int>("length")
    client.ping = ping.wrap(client.ping)
    client.length = length.wrap(client.length)

    client.ping()
    #expect(client.length("four") == 4)

    ping.expectCalls([()])
    length.expectCalls(["four"])
    #expect(length.calls[0].outcome.result == 4)
  }

  @Test mutating func `a spy records and rethrows the error of a synchronous endpoint`() {
    let parse = Spy<String, Int>("parse")
    client.parse = parse.wrap(client.parse)

    #expect(throws: Refusal()) { try client.parse("x") }

    parse.expectCalls(["x"])
    #expect(parse.calls[0].outcome.error as? Refusal == Refusal())
  }

  @Test
  mutating func `a spy records an asynchronous endpoint and preserves its behavior`() async throws {
    let refresh = Spy<String, Bool, Void>("refresh")
    let fetch = Spy<String, Int, [String]>("fetch")
    client.refresh = refresh.wrap(client.refresh)
    client.fetch = fetch.wrap(client.fetch)

    await client.refresh("all", true)
    #expect(try await client.fetch("cats", 2) == ["cats 2"])

    refresh.expectCalls([("all", true)])
    fetch.expectCalls([("cats", 2)])
    #expect(fetch.calls[0].outcome.result == ["cats 2"])
  }

  @Test func `a spy records typed errors and preserves the type`() async {
    typealias Check = @Sendable (String) throws(Refusal) -> Int
    typealias Pay = @Sendable (String, Int) async throws(Refusal) -> Void
    let check = Spy<String, Int>("check")
    let pay = Spy<String, Int, Void>("pay")
    let plainCheck: Check = { text throws(Refusal) in text.count }
    let wrappedCheck: Check = check.wrap(plainCheck)
    let failingCheck: Check = check.wrap { _ throws(Refusal) in throw Refusal() }
    let wrappedPay: Pay = pay.wrap { _, _ async throws(Refusal) in throw Refusal() }
    let silentPay: Pay = pay.wrap { _, _ in }

    do throws(Refusal) {
      #expect(try wrappedCheck("four") == 4)
      _ = try failingCheck("five")
    } catch {
      #expect(error == Refusal())
    }
    do throws(Refusal) {
      try await silentPay("Emma", 1)
      try await wrappedPay("Anna", 2)
    } catch {
      #expect(error == Refusal())
    }

    check.expectCalls(["four", "five"])
    pay.expectCalls([("Emma", 1), ("Anna", 2)])
    #expect(check.calls.map { $0.outcome.error as? Refusal } == [nil, Refusal()])
    #expect(pay.calls.map { $0.outcome.error as? Refusal } == [nil, Refusal()])
  }

  @Test mutating func `a spy can replace an endpoint with a closure`() async throws {
    let length = Spy<String, Int>("length")
    let fetch = Spy<String, Int, [String]>("fetch")
    client.length = length.wrap { _ in 7 }
    client.fetch = fetch.wrap { query, _ in [query] }

    #expect(client.length("four") == 7)
    #expect(try await client.fetch("cats", 2) == ["cats"])

    fetch.expectCalls([("cats", 2)])
  }

  @Test mutating func `a spy records and forwards twelve arguments`() async throws {
    let twelve = Spy<
      Int, Int?, String, Bool, Int, Int, Int, Double, [Int], Int, Int, Character, String
    >("twelve")
    client.twelve = twelve.wrap(client.twelve)

    #expect(try await client.twelve(1, nil, "3", true, 5, 6, 7, 8.5, [9], 10, 11, "l") == "1l")
    await #expect(throws: Refusal()) {
      try await client.twelve(-1, 2, "3", true, 5, 6, 7, 8.5, [9], 10, 11, "l")
    }

    twelve.expectCalls([
      (1, nil, "3", true, 5, 6, 7, 8.5, [9], 10, 11, "l"),
      (-1, 2, "3", true, 5, 6, 7, 8.5, [9], 10, 11, "l"),
    ])
    #expect(twelve.calls.map(\.arguments.11) == ["l", "l"])
    #expect(twelve.calls[0].outcome.result == "1l")
    #expect(twelve.calls[1].outcome.error as? Refusal == Refusal())
  }

  @Test func `a running call is recorded as still running`() async {
    let spy = Spy<Int, Int>("slow", allowsUnfinishedCalls: true)
    let gate = TestClock()
    let slow = spy.wrap { number async -> Int in
      try? await gate.sleep(for: .seconds(1))
      return number
    }
    async let result = slow(3)

    await spy.waitForCalls(to: .begin)
    #expect(spy.calls.map(\.description) == ["(3), still running"])
    await gate.advance(by: .seconds(1))

    #expect(await result == 3)
    #expect(spy.calls.map(\.description) == ["(3), returned 3"])
  }

  @Test func `a spied endpoint reads the dependencies of its caller`() async {
    let spy = Spy<DependencyContext>("context")
    let endpoint = spy.wrap { () async in DependencyValues.current.context }

    let context = await withDependencies {
      $0.context = .preview
    } operation: {
      await endpoint()
    }

    #expect(context == .preview)
  }
}

extension CallOutcome {
  /// The result of the call, if it returned.
  var result: Result? {
    if case .returned(let result) = self { result } else { nil }
  }

  /// The error of the call, if it threw.
  var error: (any Error)? {
    if case .threw(let error) = self { error } else { nil }
  }
}
