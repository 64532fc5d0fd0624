public import Foundation

/// An error in the text of a ``ReplayToken``.
public enum ReplayTokenError: Error, Sendable, Hashable {
  /// The text does not have the form of a replay token.
  case noToken(String)
  /// The text looks like a token, but it is incomplete or contains a wrong character.
  case mistyped(String)
  /// The text is a token in a format version that this library cannot read.
  case otherVersion(String, Int)
}

extension ReplayTokenError: CustomStringConvertible, LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }

  /// A message that describes the problem and how to solve it.
  public var description: String {
    switch self {
    case .noToken(let text):
      """
      "\(text)" is not a replay token, so nothing was run. Pass the token that the failing test printed; it looks like \
      \(ReplayToken(seed: 42)).
      """
    case .mistyped(let text):
      """
      The replay token "\(text)" is mistyped or incomplete, because \(ReplayToken.flaw(in: text)), so nothing was run. \
      Copy the whole token that the failing test printed.
      """
    case .otherVersion(let text, let version):
      """
      The replay token "\(text)" has version \(version), but this library reads only version \(ReplayToken.version), so \
      nothing was run. Search for the failure again to get a new token.
      """
    }
  }
}
