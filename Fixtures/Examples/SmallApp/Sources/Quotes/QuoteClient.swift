import DependenceMacros

/// Where quotes come from.
@DependencyClient
public struct QuoteClient: Sendable {
  /// A quote on a topic.
  public var fetch: @Sendable (_ topic: String) async throws -> Quote
}

extension DependencyValues {
  /// Where quotes come from; unimplemented in tests.
  @DependencyEntry(preview: QuoteClient.collection, test: QuoteClient.unimplemented)
  public var quoteClient: QuoteClient = .collection
}
