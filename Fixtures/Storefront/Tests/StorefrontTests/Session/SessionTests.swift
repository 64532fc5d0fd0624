import Dependence
import DependenceTesting
import Storefront
import Testing

@Suite(.dependencies)
struct SessionTests {
  private struct Interruption: Error {}

  @Dependency(\.customer) private var customer
  private let begin = Spy<String, Customer>("StoreClient.logIn")
  private let place = Spy<Order, Void>("StoreClient.placeOrder")
  private let end = Spy<Customer, Void>("StoreClient.logOut")

  init() {
    prepareDependencies {
      $0.storeClient.logIn = begin.wrap { Customer(name: $0) }
      $0.storeClient.placeOrder = place.wrap { _ in }
      $0.storeClient.logOut = end.wrap { _ in }
    }
  }

  @Test func `the customer is known inside the session only`() async throws {
    let before = customer
    let inside = try await withSession(of: "Ada") { customer }
    let after = customer

    #expect([before, inside, after] == [nil, .ada, nil])
  }

  @Test func `a session that returns logs out`() async throws {
    try await withSession(of: "Ada") { end.expectNoCalls() }

    end.expectCalls([.ada])
  }

  @Test func `a session that throws logs out`() async {
    await #expect(throws: Interruption.self) {
      try await withSession(of: "Ada") { throw Interruption() }
    }

    end.expectCalls([.ada])
  }

  @Test func `a customer logs in and buys and logs out`() async throws {
    let cart = Cart()
    await cart.add(.tea)

    let order = try await withSession(of: "Ada") { try await cart.checkOut() }

    expectSequence(begin, place, end)
    begin.expectCalls(["Ada"])
    place.expectCalls([order])
    end.expectCalls([.ada])
  }

  @Test func `a login that fails begins no session`() async {
    _ = await withDependencies {
      $0.storeClient.logIn = { _ in throw StoreError.unknownCustomer }
    } operation: {
      await #expect(throws: StoreError.unknownCustomer) {
        try await withSession(of: "Ada") { Issue.record("There must be no session.") }
      }
    }

    end.expectNoCalls()
  }

  @Test func `a session that is closed logs out`() async throws {
    let session = try await logIn(as: "Ada")
    await session.close()

    end.expectCalls([.ada])
  }

  @Test func `a session logs out of the store that it has logged in to`() async throws {
    var session: Session? = try await logIn(as: "Ada")

    await withDependencies {
      $0.storeClient = .unimplemented
    } operation: {
      await session.take()?.close()
    }

    end.expectCalls([.ada])
  }

  @Test func `sessions of two customers do not mix`() async throws {
    async let ada = withSession(of: "Ada") { customer }
    async let grace = withSession(of: "Grace") { customer }
    let seen = try await [ada, grace]

    #expect(seen == [.ada, .grace])
    end.expectCalls(inAnyOrder: [.ada, .grace])
  }

  @Test func `a session nests in another`() async throws {
    let seen = try await withSession(of: "Ada") {
      let inner = try await withSession(of: "Grace") { customer }
      return [inner, customer]
    }

    #expect(seen == [.grace, .ada])
    end.expectCalls([.grace, .ada])
  }

  @Test func `a session that nobody ends is reported and logs out`() async throws {
    let end = Spy<Customer, Void>("StoreClient.logOut")

    try await withDependencies {
      $0.storeClient.logOut = end.wrap { _ in }
    } operation: {
      try await withExpectedIssues(count: 1) {
        $0.kind == .general
      } operation: {
        _ = try await logIn(as: "Ada")
      }
    }

    await end.waitForCalls()
    end.expectCalls([.ada])
  }
}
