extension QuoteClient {
  /// A client that returns the quotes that are included in the app.
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

/// A reason why no quote was found.
public enum QuoteError: Error, Equatable {
  case nothingSaid(topic: String)
}
