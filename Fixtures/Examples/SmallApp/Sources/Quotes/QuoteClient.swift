import DependenceMacros

/// A source of quotes.
@DependencyClient
public struct QuoteClient: Sendable {
  /// A quote on a topic.
  public var fetch: @Sendable (_ topic: String) async throws -> Quote
}

extension DependencyValues {
  /// The source of quotes; unimplemented in tests.
  @DependencyEntry(preview: QuoteClient.collection, test: QuoteClient.unimplemented)
  public var quoteClient: QuoteClient = .collection
}
