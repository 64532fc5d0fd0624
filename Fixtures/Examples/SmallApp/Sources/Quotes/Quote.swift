/// Something that somebody has said.
public struct Quote: Sendable, Equatable {
  /// The words.
  public var text: String
  /// The speaker of the quotes.
  public var speaker: String

  /// Something that `speaker` has said.
  public init(_ text: String, by speaker: String) {
    self.text = text
    self.speaker = speaker
  }
}
