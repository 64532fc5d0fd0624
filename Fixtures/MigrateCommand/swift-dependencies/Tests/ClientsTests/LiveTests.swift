import Clients
import ClientsLive
import Testing

/// A test in a target that links no library for tests.
@Test func theLiveCatalogFindsWhatItIsAskedFor() async throws {
  let found = try await CatalogClient.liveValue.articles("tea")
  #expect(found.map(\.name) == ["tea"])
}
