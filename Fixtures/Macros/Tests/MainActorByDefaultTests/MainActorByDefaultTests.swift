import Dependence
import DependenceTesting
import MainActorByDefault
import Testing

struct MainActorByDefaultTests {
  @Test func `a client is made and called off the main actor`() async throws {
    let client = SearchClient(search: { [$0] })

    #expect(try await client.search("a") == ["a"])
    #expect(try await SearchClient.preview.search("") == ["preview"])
  }

  @Test(.dependencies { $0.searchClient = SearchClient(search: { _ in ["found"] }) })
  @MainActor func `a model reads its dependencies on the main actor`() async throws {
    let model = Model()

    try await model.load()

    #expect(model.results == ["found", "found"])
  }

  @Test(.dependencies { $0.hostClient.fetch = { "overridden" } })
  func `an endpoint of a client with a required value is overridden by itself`() async throws {
    #expect(try await DependencyValues.current.hostClient.fetch() == "overridden")
    #expect(DependencyValues.current.hostClient.host == "test")
  }

  @Test(.dependencies { $0.freeClient.search = { _ in ["free"] } })
  func `an endpoint of a nonisolated client is overridden by itself`() async throws {
    #expect(try await DependencyValues.current.freeClient.search(for: "") == ["free"])
  }

  @Test @MainActor func `an unimplemented call stands at its caller`() {
    let line = #line + 2
    withKnownIssue {
      try? SearchClient.unimplemented.show(text: "")
    } matching: {
      $0.sourceLocation?.line == line
    }
  }

  @Test @MainActor func `an endpoint with an initial value reports, and answers`() async throws {
    let client = ResultsClient.unimplemented
    var results: [Int] = []

    try await expectUnimplemented("ResultsClient.*", count: 4) {
      results = [client.isOn() ? 1 : 0, try await client.load(id: 2), client.done?() ?? 0]
      results.append(client.show("four"))
    }

    #expect(results == [1, 2, 3, 4])
  }
}
