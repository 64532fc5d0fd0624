public import Foundation

/// A mistake in the text of a ``ReplayToken``.
public enum ReplayTokenError: Error, Sendable, Hashable {
  /// The text looks like no token at all.
  case noToken(String)
  /// The text looks like a token, but its checksum says that not all of it is there, or not as it was.
  case mistyped(String)
  /// The text is a whole token, of a version that is not read here.
  case otherVersion(String, Int)
}

extension ReplayTokenError: CustomStringConvertible, LocalizedError {
  /// The mistake, as ``description`` says it.
  public var errorDescription: String? { description }

  /// The mistake, and what to do.
  public var description: String {
    switch self {
    case .noToken(let text):
      """
      "\(text)" is no replay token, so nothing was replayed. Pass the word that the failure printed; \
      it looks like \(ReplayToken(seed: 42)).
      """
    case .mistyped(let text):
      """
      The replay token "\(text)" is mistyped or incomplete: its checksum is wrong, so nothing was \
      replayed. Copy the whole word from the failure.
      """
    case .otherVersion(let text, let version):
      """
      The replay token "\(text)" is of version \(version), and this library reads version \
      \(ReplayToken.version), so nothing was replayed. Search for the failure again to get a new one.
      """
    }
  }
}
