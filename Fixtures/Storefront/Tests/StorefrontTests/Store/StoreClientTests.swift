import Dependence
import DependenceTesting
import Storefront
import Testing

struct StoreClientTests {
  @Dependency(\.storeClient) private var store

  @Test func `a test that asks the store without saying so fails`() async {
    await withKnownIssue {
      _ = try? await store.fetchProducts()
    } matching: {
      "\($0)".contains("StoreClient.fetchProducts was called, but is unimplemented here")
    }
  }

  @Test(arguments: Request.throwing)
  func `a request without an implementation is reported and throws`(_ request: Request) async {
    await expectUnimplemented(EndpointPattern(request.endpoint), count: 1) {
      await #expect(throws: DependencyError.unimplemented(request.endpoint)) {
        try await request.send(store)
      }
    }
  }

  @Test func `an unimplemented request is reported where it was made, with what to paste`() async {
    let message = """
      StoreClient.logIn was called, but is unimplemented here. Override it for this test with \
      $0.storeClient.logIn = { _ in … }, in withDependencies { … } or .dependencies { … }.
      """
    let line = #line + 4
    await withExpectedIssues(count: 1) {
      $0.message == message && $0.site.line == line
    } operation: {
      _ = try? await store.logIn(name: "Ada")
    }
  }

  @Test func `a logout without an implementation is reported`() async {
    await expectUnimplemented("StoreClient.logOut", count: 1) { await store.logOut(.ada) }
  }

  @Test(.dependencies { $0.storeClient.fetchProducts = { [.tea] } })
  func `one request is overridden and the others are left alone`() async throws {
    #expect(try await store.fetchProducts() == [.tea])
    try await expectUnimplemented("StoreClient.searchProducts", count: 1) {
      _ = try await store.searchProducts("tea")
    }
  }

  @Test(.dependency(\.context, .preview))
  func `a preview has something to show`() async throws {
    #expect(try await store.fetchProducts() == .samples)
    #expect(try await store.searchProducts("nothing like it") == .samples)
  }

  @Test(.dependency(\.context, .live))
  func `an app asks the real store`() async throws {
    #expect(try await store.searchProducts("nothing like it") == [])
    #expect(try await store.searchProducts("kettle") == [.kettle])
  }
}

// MARK: - Requests

extension StoreClientTests {
  /// A request that can throw an error.
  struct Request: Sendable, CustomTestStringConvertible {
    let endpoint: String
    let send: @Sendable (StoreClient) async throws -> Void

    var testDescription: String { endpoint }

    static let throwing = [
      Request(endpoint: "StoreClient.fetchProducts") { _ = try await $0.fetchProducts() },
      Request(endpoint: "StoreClient.searchProducts") { _ = try await $0.searchProducts("tea") },
      Request(endpoint: "StoreClient.placeOrder") {
        try await $0.placeOrder(Order(number: OrderNumber(1), customer: .ada, lines: []))
      },
      Request(endpoint: "StoreClient.logIn") { _ = try await $0.logIn("Ada") },
    ]
  }
}
