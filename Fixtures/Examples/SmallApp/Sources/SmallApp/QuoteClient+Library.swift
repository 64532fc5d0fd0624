#if canImport(SwiftUI)
import Foundation
import Quotes

extension QuoteClient {
  /// A library on the network.
  static var library: QuoteClient {
    QuoteClient { topic in
      let address = URL(string: "https://quotes.example/")!.appending(path: topic)
      let (data, _) = try await URLSession.shared.data(from: address)
      let answer = try JSONDecoder().decode(Answer.self, from: data)
      return Quote(answer.text, by: answer.speaker)
    }
  }

  private struct Answer: Decodable {
    var text: String
    var speaker: String
  }
}
#endif
