import Dependence
import DependenceSimulation
import DependenceTesting
import Storefront
import Testing

/// Tests of the search field in virtual time. The search field uses the same clock as in the app,
/// and the tests do not have to wait for sleeping tasks. Time advances only when no task can run,
/// so each letter is typed at its exact time.
@Suite(
  .enabled(if: Simulation.isSupported),
  .dependencies { $0.continuousClock = ContinuousClock() }
)
struct ProductSearchScheduleTests {
  private let ask = Spy<String, [Product]>("StoreClient.searchProducts")
  private let search = ProductSearch()

  /// Types one letter every `interval`, and returns the result of the search for each text.
  private func type(
    _ word: String,
    every interval: Duration,
    storeTakes latency: Duration = .zero
  ) async throws -> [[Product]?] {
    try await withDependencies {
      $0.storeClient.searchProducts = ask.wrap { _ in
        try await Task.sleep(for: latency)
        return [.tea]
      }
    } operation: {
      var tasks: [Task<[Product]?, any Error>] = []
      for end in word.indices {
        let text = String(word[...end])
        tasks.append(Task { [search] in try await search.search(for: text) })
        try await Task.sleep(for: interval)
      }
      var found: [[Product]?] = []
      for result in tasks { found.append(try await result.value) }
      return found
    }
  }

  @Test(.explore(.exhaustive(), .time(.whenIdle)))
  func `five letters ask the store once`() async throws {
    let found = try await type("green", every: .milliseconds(70))

    #expect(found == [nil, nil, nil, nil, [.tea]])
    ask.expectCalls(["green"])
    #expect(Simulation.current?.now == .milliseconds(4 * 70) + ProductSearch.pause)
  }

  @Test(.explore(.exhaustive(), .time(.whenIdle)))
  func `five slow letters ask the store five times and show the last answer`() async throws {
    let found = try await type("green", every: .seconds(1), storeTakes: .seconds(10))

    #expect(found == [nil, nil, nil, nil, [.tea]])
    ask.expectCalls(["g", "gr", "gre", "gree", "green"])
    #expect(Simulation.current?.now == .seconds(4 * 1 + 10) + ProductSearch.pause)
  }

  @Test(.explore(.exhaustive(), .time(.whenIdle)))
  func `a letter at the very end of a pause is not lost`() async throws {
    let found = try await type("te", every: ProductSearch.pause)

    #expect(found.last == [.tea])
    #expect(ask.calls.last?.arguments == "te")
  }
}
