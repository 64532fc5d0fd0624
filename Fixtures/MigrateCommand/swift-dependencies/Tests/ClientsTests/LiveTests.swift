import Clients
import ClientsLive
import Testing

/// Links no library of its own for tests.
@Test func theLiveCatalogFindsWhatItIsAskedFor() async throws {
  let found = try await CatalogClient.liveValue.articles("tea")
  #expect(found.map(\.name) == ["tea"])
}
