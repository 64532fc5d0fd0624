import Foundation

/// An event: a line of output.
struct Event: Encodable, Equatable {
  enum Kind: String, Encodable {
    case set, due, cancelled, error
  }

  var event: Kind
  var id: String?
  /// The date on which it is due.
  var date: Date?
  /// The line of input that is wrong, from 1.
  var line: Int?
  var message: String?

  /// The event as JSON, on one line.
  var text: String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Nothing in it can fail.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
