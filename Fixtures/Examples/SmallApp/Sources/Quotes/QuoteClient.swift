import DependenceMacros

/// A client that provides quotes.
@DependencyClient
public struct QuoteClient: Sendable {
  /// Returns a quote on a topic.
  public var fetch: @Sendable (_ topic: String) async throws -> Quote
}

extension DependencyValues {
  /// The client that provides quotes. It is unimplemented in tests.
  @DependencyEntry(preview: QuoteClient.collection, test: QuoteClient.unimplemented)
  public var quoteClient: QuoteClient = .collection
}
