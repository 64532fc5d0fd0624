import DependenceMacros
import DependenceTesting
import Quotes
import Testing

struct CollectionTests {
  @Test(.dependency(\.context, .preview), arguments: ["errors", "haste"])
  func `a preview has quotes to show`(topic: String) async throws {
    @Dependency(\.quoteClient) var client

    #expect(try await !client.fetch(topic).text.isEmpty)
  }

  @Test func `what nobody has said is an error`() async {
    await #expect(throws: QuoteError.nothingSaid(topic: "silence")) {
      try await QuoteClient.collection.fetch("silence")
    }
  }
}
