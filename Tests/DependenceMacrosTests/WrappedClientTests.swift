import DependenceHarness
import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

@testable import Dependence

/// A client with endpoints of many different types.
@DependencyClient
private struct Shelf: Sendable {
  struct Full: Error, Equatable {}

  var find: @Sendable (_ title: String, _ shelf: Int?) async throws -> Int
  var save: @Sendable (_ title: String) async throws(Full) -> Void
  var count: @Sendable () -> Int = { 0 }
  var isOpen: @Sendable () async -> Bool = { true }
  var check: @Sendable (Int) throws -> String
  var show: @MainActor @Sendable (Int) async -> Int = { $0 }
  var notify: (@Sendable (Int) -> Void)?
  var observe: @Sendable (_ observer: @escaping @Sendable (Int) -> Void) -> Void = { $0(1) }
  var sum: @Sendable (_ numbers: (Int, Int)) -> Int = { $0.0 + $0.1 }
  var call: Calling = { first, second, pair in
    first(1)
    second?(2)
    pair.1(pair.0)
  }
  typealias Calling =
    @Sendable (_ first: @escaping Handler, _ second: Handler?, _ pair: (Int, Handler)) -> Void
  var name = "shelf"
}

private typealias Handler = @Sendable (Int) -> Void

/// A client with endpoints that cannot be wrapped.
@DependencyClient
private struct Awkward: Sendable {
  var grow: @Sendable (inout Int) throws -> Void
  var visit: @Sendable (_ body: (Int) -> Void) -> Void = { $0(1) }
  @DependencyEndpoint var elsewhere: Elsewhere
}

private typealias Elsewhere = @Sendable (Int) async throws -> String

/// A client with private endpoints that only its own method calls.
@DependencyClient
private struct Mailer: Sendable {
  var address: @Sendable (_ name: String) -> String = { "\($0)@example.com" }
  private var deliver: @Sendable (_ letter: String) async throws -> Int = { $0.count }
  fileprivate var didSend: (@Sendable (Int) -> Void)? = { _ in }

  func send(_ name: String) async throws {
    let number = try await deliver(letter: address(name))
    didSend?(number)
  }
}

/// A client with private endpoints that cannot be wrapped.
@DependencyClient
private struct Printer: Sendable {
  var load: @Sendable () throws -> Void
  private let sign: @Sendable (String) -> String = { $0 }
  private var fill: @Sendable (inout Int) -> Void = { $0 += 1 }
}

/// A client for which the generation of a wrapping method is disabled.
@DependencyClient(wrappable: false)
private struct Plain: Sendable {
  var add: @Sendable (Int) throws -> Int
}

private enum PlainKey: DependencyKey {
  static var liveValue: Plain { Plain(add: { $0 + 1 }) }
  static var testValue: Plain { liveValue }
}

/// A client that is not wrappable, and whose property `base` has no default.
@DependencyClient(wrappable: false)
private struct PlainWithValue: Sendable {
  let base: Int
  var add: @Sendable (Int) throws -> Int
}

private enum PlainWithValueKey: DependencyKey {
  static var liveValue: PlainWithValue { PlainWithValue(base: 1) }
  static var testValue: PlainWithValue { liveValue }
}

private enum AwkwardKey: DependencyKey {
  static var liveValue: Awkward { Awkward(grow: { $0 += 1 }) }
  static var testValue: Awkward { liveValue }
}

@DependencyClient
private struct WithValue: Sendable {
  let base: Int
  var add: @Sendable (Int) throws -> Int
}

/// A client with endpoints whose parameters have types that Swift 6.3 cannot pass through a closure
/// with a parameter pack.
@DependencyClient
private struct Visits: Sendable {
  struct Token: ~Copyable {}
  typealias Change = (inout Int) -> Void

  var change: @Sendable ((inout Int) -> Void) -> Void = { change in
    var number = 1
    change(&number)
  }
  var aliased: @Sendable (_ change: Change) -> Void = { change in
    var number = 2
    change(&number)
  }
  var isolated: @MainActor @Sendable (Change) throws -> Void
  var load: @Sendable ((inout Int) async throws -> Void) async throws -> Void
  var list: @Sendable (_ sum: (Int...) throws -> Int) throws -> Int
  var borrow: @Sendable ((borrowing Token) -> Int) throws -> Int
  var lazy: @Sendable ((@autoclosure () -> Int) -> Int) throws -> Int
  var nested: @Sendable ((_ change: (inout Int) -> Void) -> Void) throws -> Void
  var empty: @Sendable (()) throws -> Int
  var mixed: @Sendable (Int, Void) throws -> Int
}

private struct Offline: Error, Equatable {}

private let shelf = Shelf(
  find: { title, shelf in title.count + (shelf ?? 0) },
  save: { title throws(Shelf.Full) in if title.isEmpty { throw Shelf.Full() } },
  count: { 3 },
  check: { "\($0)" },
  notify: { _ in }
)

private enum ShelfKey: DependencyKey {
  static var liveValue: Shelf { Shelf() }
  static var testValue: Shelf { Shelf() }
}

@Suite(.dependencies) struct WrappedClientTests {
  @Test func `a spy records the calls to every endpoint, with their arguments`() async throws {
    let spy = ClientSpy("shelf")
    let client = spy.wrap(shelf)

    let found = try await client.find(title: "Emma", shelf: nil)
    try await client.save("Emma")
    let text = try client.check(7)
    let shown = await client.show(2)
    let (count, isOpen) = (client.count(), await client.isOpen())
    client.notify?(4)

    #expect((found, text, shown, count, isOpen) == (4, "7", 2, 3, true))
    spy.calls.expectCalls([
      #"Shelf.find("Emma", nil)"#, #"Shelf.save("Emma")"#, "Shelf.check(7)", "Shelf.show(2)",
      "Shelf.count()", "Shelf.isOpen()", "Shelf.notify(4)",
    ])
    #expect(spy.calls.calls[0].outcome.description == "returned 4")
    #expect(spy.calls.calls[1].description == #"Shelf.save("Emma"), returned"#)
  }

  @Test func `expectations of a client spy need a wrapped client`() {
    let (unused, spy) = (ClientSpy("shelf"), ClientSpy("shelf"))
    _ = spy.wrap(shelf)

    #expect(issues { spy.calls.expectNoCalls() } == [])
    #expect(
      issues { unused.calls.expectNoCalls() }.map(\.message) == [
        """
        shelf has wrapped no closure, so it records no calls, and this expectation checks nothing. Override the endpoint \
        with the closure that the method wrap of the spy returns, or remove the expectation.
        """
      ]
    )
  }

  @Test func `an endpoint with a closure as its parameter is wrapped`() {
    let spy = ClientSpy("shelf")
    let client = spy.wrap(shelf)
    let numbers = LockBox<[Int]>([])

    client.observe(observer: { number in numbers.withValue { $0.append(number) } })

    #expect(numbers.value == [1])
    spy.calls.expectCalls(count: 1)
  }

  @Test func `an endpoint with a tuple as its only parameter is wrapped`() {
    let client = ClientSpy("shelf").wrap(shelf)

    #expect(client.sum((2, 3)) == 5)
  }

  @Test func `an endpoint whose parameters contain an alias of a closure type is wrapped`() {
    let client = ClientSpy("shelf").wrap(shelf)
    let numbers = LockBox<[Int]>([])
    let handler: Handler = { number in numbers.withValue { $0.append(number) } }

    client.call(handler, handler, (3, handler))

    #expect(numbers.value == [1, 2, 3])
  }

  @Test func `a spy records a placeholder for a non-escaping closure`() async throws {
    let spy = ClientSpy("visits")
    let client = spy.wrap(
      Visits(
        load: { change in
          var number = 3
          try await change(&number)
        },
        list: { try $0(1, 2) },
        borrow: { $0(Visits.Token()) },
        lazy: { $0(4) },
        nested: { $0 { $0 += 1 } }
      )
    )
    var numbers: [Int] = []

    client.change { numbers.append($0) }
    client.aliased { numbers.append($0) }
    try await client.load { numbers.append($0) }
    numbers.append(try client.list { $0.reduce(0, +) })
    numbers.append(try client.borrow { _ in 5 })
    numbers.append(try client.lazy { $0() })
    try client.nested { change in
      var number = 6
      change(&number)
      numbers.append(number)
    }

    #expect(numbers == [1, 2, 3, 3, 5, 4, 7])
    spy.calls.expectCalls([
      "Visits.change(a closure)", "Visits.aliased(a closure)", "Visits.load(a closure)",
      "Visits.list(a closure)", "Visits.borrow(a closure)", "Visits.lazy(a closure)",
      "Visits.nested(a closure)",
    ])
  }

  @Test func `an endpoint with an empty tuple as a parameter is wrapped`() throws {
    let spy = ClientSpy("visits")
    let client = spy.wrap(Visits(empty: { _ in 1 }, mixed: { number, _ in number }))

    #expect(try client.empty(()) == 1)
    #expect(try client.mixed(2, ()) == 2)
    spy.calls.expectCalls(["Visits.empty(())", "Visits.mixed(2, ())"])
  }

  @Test func `a spy records thrown errors, and endpoints keep their error types`() async throws {
    let spy = ClientSpy("shelf")
    let client = spy.wrap(shelf)

    await #expect(throws: Shelf.Full.self) { try await client.save("") }

    #expect(spy.calls.calls.first?.outcome.description == "threw Full()")
  }

  @Test func `faults are injected into every endpoint that supports them`() async throws {
    let faults = Faults(seed: 1, [.throwing(Offline())])
    let client = faults.wrap(shelf)

    await #expect(throws: Offline.self) { try await client.find("Emma", 1) }
    #expect(throws: Offline.self) { try client.check(1) }
    #expect(client.count() == 3)
    #expect(
      faults.injected == [
        "Shelf.check call 1: threw Offline()", "Shelf.find call 1: threw Offline()",
      ]
    )
  }

  @Test func `a fault that an endpoint cannot throw is reported as an issue`() async {
    let faults = Faults(seed: 1, [.throwing(Offline())])
    let client = faults.wrap(shelf)

    let found = await issues { try? await client.save("Emma") }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("Shelf.save throws only Full") == true)
  }

  @Test func `faults that no endpoint supports are reported as an issue`() async {
    let found = issues {
      _ = Faults(seed: 1, [.delay(upTo: .seconds(1))]).wrap(WithValue(base: 1))
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("can be injected into WithValue") == true)
  }

  @Test func `an endpoint that cannot be wrapped is reported as an issue`() {
    let found = issues { _ = ClientSpy("awkward").wrap(Awkward.unimplemented) }

    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.message.contains("was not wrapped") })
  }

  @Test func `a spy records the calls to private endpoints`() async throws {
    let spy = ClientSpy("mailer")

    try await spy.wrap(Mailer()).send("emma")

    spy.calls.expectCalls([
      #"Mailer.address("emma")"#, #"Mailer.deliver("emma@example.com")"#, "Mailer.didSend(16)",
    ])
  }

  @Test func `faults are injected into private endpoints`() async {
    let faults = Faults(seed: 1, [.throwing(Offline())])
    let client = faults.wrap(Mailer())

    await #expect(throws: Offline.self) { try await client.send("emma") }

    #expect(faults.injected == ["Mailer.deliver call 1: threw Offline()"])
  }

  @Test func `a private endpoint that cannot be wrapped is reported as an issue`() {
    let found = issues { _ = ClientSpy("printer").wrap(Printer.unimplemented) }

    #expect(
      found.map { $0.message.prefix { $0 != "," } } == [
        "Printer.sign was not wrapped", "Printer.fill was not wrapped",
      ]
    )
  }

  @Test func `an issue from a wrapped unimplemented endpoint points to the caller`() {
    let client = ClientSpy("shelf").wrap(Shelf.unimplemented)

    let line = #line + 1
    let found = issues { _ = try? client.check(1) }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("Shelf.check") == true)
    #expect(found.first?.site.line == line)
  }

  @Test func `a wrapped client keeps its stored values`() throws {
    let spy = ClientSpy("value")
    let client = spy.wrap(WithValue(base: 3, add: { $0 + 1 }))

    #expect(client.base == 3)
    #expect(try client.add(1) == 2)
    spy.calls.expectCalls(["WithValue.add(1)"])
  }

  @Test func `a client that opts out of wrapping does not conform to _WrappableClient`() {
    #expect(!(Plain.unimplemented is any _WrappableClient))
  }

  @Test(.dependencyTrace)
  func `checking the calls in a trace reports clients that opt out of wrapping`() throws {
    _ = try Dependency(PlainKey.self).wrappedValue.add(1)
    _ = Dependency(PlainWithValueKey.self).wrappedValue.base
    _ = Dependency(PlainKey.self).wrappedValue

    let trace = DependencyTrace.current()
    let line = #line - 1
    let found = issues { #expect(trace.calls == []) }

    #expect(
      found.map(\.message) == [
        """
        The calls in the trace of this test may be incomplete, because calls to the following cannot be recorded: \
        Plain (remove 'wrappable: false' from the client's @DependencyClient), \
        PlainWithValue (remove 'wrappable: false' from the client's @DependencyClient). \
        To check only the other calls, filter the property 'entries' of the trace.
        """
      ]
    )
    #expect(found.map(\.site.line) == [line])
    #expect(trace.description.contains("\nCalls to Plain could not be recorded."))
  }

  @Test(.dependencyTrace)
  func `a trace reports an endpoint that cannot be wrapped only when its calls are checked`() {
    let client = Dependency(AwkwardKey.self).wrappedValue
    client.visit { _ in }

    let trace = DependencyTrace.current()
    let found = issues { #expect(trace.calls == ["Awkward.visit(a closure)"]) }

    #expect(trace.reads.count == 1)
    #expect(found.count == 1)
    #expect(found.first?.message.contains("Awkward.grow (remove variadic parameters") == true)
    #expect(found.first?.message.contains("Awkward.elsewhere (") == true)
  }

  @Test(.dependencyTrace) func `the calls of clients that can be wrapped are complete`() {
    let client = withDependencies {
      $0[ShelfKey.self] = shelf
    } operation: {
      Dependency(ShelfKey.self).wrappedValue
    }

    #expect(client.count() == 3)
    #expect(DependencyTrace.current().calls == ["Shelf.count()"])
    let (first, second) = (DependencyTrace.current(), DependencyTrace.current())
    #expect(first == second)
  }
}
