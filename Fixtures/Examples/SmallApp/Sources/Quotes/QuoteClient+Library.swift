import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension QuoteClient {
  /// Returns a client that loads quotes from a server as JSON.
  public static func library(at address: URL) -> QuoteClient {
    QuoteClient { topic in
      let (data, _) = try await URLSession.shared.data(from: address.appending(path: topic))
      let answer = try JSONDecoder().decode(Answer.self, from: data)
      return Quote(answer.text, by: answer.speaker)
    }
  }

  private struct Answer: Decodable {
    var text: String
    var speaker: String
  }
}
