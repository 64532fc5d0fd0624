extension QuoteClient {
  /// The quotes that the app carries with it.
  public static var collection: QuoteClient {
    QuoteClient { topic in
      guard let quote = quotes[topic] else { throw QuoteError.nothingSaid(topic: topic) }
      return quote
    }
  }

  private static let quotes = [
    "errors": Quote("If in doubt, leave it out.", by: "A proverb"),
    "haste": Quote("Make haste slowly.", by: "Augustus"),
  ]
}

/// A reason why there is no quote.
public enum QuoteError: Error, Equatable {
  case nothingSaid(topic: String)
}
