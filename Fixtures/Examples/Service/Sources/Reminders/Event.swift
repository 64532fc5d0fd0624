import Foundation

/// An event that the service reports as a line of output.
struct Event: Encodable, Equatable {
  enum Kind: String, Encodable {
    case set, due, cancelled, error
  }

  var event: Kind
  var id: String?
  /// The date on which the reminder is due.
  var date: Date?
  /// The number of the invalid line of input, starting with 1.
  var line: Int?
  var message: String?

  /// The event as JSON, on a single line.
  var text: String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding cannot fail, because JSON can represent the types of all properties.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
