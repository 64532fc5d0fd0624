/// A quote from a speaker.
public struct Quote: Sendable, Equatable {
  /// The text of the quote.
  public var text: String
  /// The name of the speaker.
  public var speaker: String

  /// Creates a quote from `speaker`.
  public init(_ text: String, by speaker: String) {
    self.text = text
    self.speaker = speaker
  }
}
