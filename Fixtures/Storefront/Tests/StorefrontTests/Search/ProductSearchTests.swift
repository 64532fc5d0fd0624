import Dependence
import DependenceTesting
import Storefront
import StorefrontTestSupport
import Testing

@Suite(
  .timeLimit(.minutes(1)),
  .dependencies { $0.storeClient.searchProducts = { _ in [.tea] } }
)
struct ProductSearchTests {
  private let clock = ManualClock()
  private let search = ProductSearch()

  @Test func `a search asks the store after the pause and not before`() async throws {
    let texts = Recorder<String>()
    try await withDependencies {
      $0.searchClock = clock
      $0.storeClient.searchProducts = {
        texts.record($0)
        return [.tea]
      }
    } operation: {
      async let answer = search.search(for: "tea")
      try await clock.sleepers(1)

      clock.advance(by: ProductSearch.pause - .milliseconds(1))
      let isAsleep = clock.sleeperCount == 1
      clock.advance(by: .milliseconds(1))
      let found = try await answer

      #expect(isAsleep)
      #expect(found == [.tea])
      #expect(texts.elements == ["tea"])
    }
  }

  @Test func `only the last of several texts reaches the store`() async throws {
    let texts = Recorder<String>()
    try await withDependencies {
      $0.searchClock = clock
      $0.storeClient.searchProducts = {
        texts.record($0)
        return [.tea]
      }
    } operation: {
      async let first = search.search(for: "t")
      try await clock.sleepers(1)
      async let second = search.search(for: "te")
      try await clock.sleepers(2)
      async let third = search.search(for: "tea")
      try await clock.sleepers(3)

      clock.advance(by: ProductSearch.pause)
      let found = try await [first, second, third]

      #expect(found == [nil, nil, [.tea]])
      #expect(texts.elements == ["tea"])
    }
  }

  @Test func `an answer to a text that is gone is dropped`() async throws {
    try await withDependencies {
      $0.searchClock = clock
      $0.storeClient.searchProducts = { [search] _ in
        await search.clear()
        return [.tea]
      }
    } operation: {
      async let answer = search.search(for: "tea")
      try await clock.sleepers(1)

      clock.advance(by: ProductSearch.pause)
      let found = try await answer

      #expect(found == nil)
    }
  }

  @Test func `a search that is cancelled ends at once`() async throws {
    try await withDependencies {
      $0.searchClock = clock
    } operation: {
      let found = Task { [search] in try await search.search(for: "tea") }
      try await clock.sleepers(1)

      found.cancel()

      await #expect(throws: CancellationError.self) { try await found.value }
      #expect(clock.sleeperCount == 0)
    }
  }

  @Test func `a test that searches without a clock fails`() async {
    let issues = IssueRecorder()

    await #expect(throws: DependencyError.unimplemented("searchClock.sleep")) {
      try await withIssueReporter(issues) { try await search.search(for: "tea") }
    }

    #expect(
      issues.kinds == [
        .unimplemented(endpoint: "searchClock.now"),
        .unimplemented(endpoint: "searchClock.sleep"),
      ]
    )
  }
}
