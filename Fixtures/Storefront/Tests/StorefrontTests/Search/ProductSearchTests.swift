import Dependence
import DependenceTesting
import Storefront
import Testing

@Suite(.strictDependencies, .dependencies)
struct ProductSearchTests {
  private let clock = TestClock()
  private let ask = Spy<String, [Product]>("StoreClient.searchProducts")
  private let search = ProductSearch()

  // Prepare the dependencies here, because a trait cannot access the clock and the spy of the test
  // case.
  init() {
    prepareDependencies {
      $0.continuousClock = clock
      $0.storeClient.searchProducts = ask.wrap { _ in [.tea] }
    }
  }

  @Test func `a search asks the store after the pause and not before`() async throws {
    async let result = search.search(for: "tea")

    await clock.advance(by: ProductSearch.pause - .milliseconds(1), sleepers: 1)
    ask.expectNoCalls()
    await clock.advance(by: .milliseconds(1))

    #expect(try await result == [.tea])
    ask.expectCalls(["tea"])
    #expect(ask.calls.map(\.time) == [ProductSearch.pause])
  }

  @Test func `only the last of several texts reaches the store`() async throws {
    async let first = search.search(for: "t")
    await clock.waitForSleepers(atLeast: 1)
    async let second = search.search(for: "te")
    await clock.waitForSleepers(atLeast: 2)
    async let third = search.search(for: "tea")
    await clock.waitForSleepers(atLeast: 3)

    await clock.advance(by: ProductSearch.pause)

    #expect(try await [first, second, third] == [nil, nil, [.tea]])
    ask.expectCalls(["tea"])
  }

  @Test func `a customer who goes on typing starts the pause anew`() async throws {
    async let first = search.search(for: "te")
    await clock.advance(by: .milliseconds(200), sleepers: 1)
    async let second = search.search(for: "tea")
    await clock.waitForSleepers(atLeast: 2)

    await clock.advance(by: ProductSearch.pause - .milliseconds(1), sleepers: 1)
    ask.expectNoCalls()
    await clock.advance(by: .milliseconds(1))

    #expect(try await [first, second] == [nil, [.tea]])
    #expect(ask.calls.map(\.time) == [.milliseconds(200) + ProductSearch.pause])
  }

  @Test(arguments: [Result<[Product], StoreError>.success([.tea]), .failure(.outOfStock("tea"))])
  func `an answer to a text that is gone is dropped`(
    late: Result<[Product], StoreError>
  ) async throws {
    try await withDependencies {
      $0.storeClient.searchProducts = ask.wrap { [search] _ in
        await search.clear()
        return try late.get()
      }
    } operation: {
      async let result = search.search(for: "tea")

      await clock.advance(by: ProductSearch.pause)
      let found = try await result

      #expect(found == nil)
      ask.expectCalls(["tea"])
    }
  }

  @Test func `a search that the store refuses says why`() async {
    await withDependencies {
      $0.storeClient.searchProducts = { _ in throw StoreError.outOfStock("tea") }
    } operation: {
      let found = Task { [search] in try await search.search(for: "tea") }

      await clock.advance(by: ProductSearch.pause)

      await #expect(throws: StoreError.outOfStock("tea")) { try await found.value }
    }
  }

  @Test func `a search that is cancelled ends at once`() async {
    let found = Task { [search] in try await search.search(for: "tea") }
    await clock.waitForSleepers()

    found.cancel()

    await #expect(throws: CancellationError.self) { try await found.value }
    clock.expectNoSleepers()
    ask.expectNoCalls()
  }
}
