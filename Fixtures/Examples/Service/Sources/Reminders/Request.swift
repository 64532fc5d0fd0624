import Foundation

/// A request, parsed from a line of input.
enum Request: Equatable {
  case remind(id: String, after: Duration)
  case cancel(id: String)

  /// Parses `{"remind": "tea", "after": 180}`, where the time is in seconds, or
  /// `{"cancel": "tea"}`.
  init(line: String) throws(RequestError) {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(line.utf8)) else {
      throw .unreadable
    }
    switch (fields.remind, fields.after, fields.cancel) {
    case (let id?, let seconds?, nil) where (0...RequestError.longest).contains(seconds):
      self = .remind(id: id, after: .milliseconds(Int64(seconds * 1_000)))
    case (_?, _?, nil): throw .badTime
    case (nil, nil, let id?): self = .cancel(id: id)
    default: throw .unreadable
    }
  }

  private struct Fields: Decodable {
    var remind: String?
    var after: Double?
    var cancel: String?
  }
}

/// An error in a line of input.
enum RequestError: Error {
  case unreadable
  case badTime
  case nothingToCancel(id: String)

  /// The longest allowed time, which is a year, in seconds.
  static var longest: Double { 31_536_000 }

  var message: String {
    switch self {
    case .unreadable: #"write {"remind": "name", "after": seconds} or {"cancel": "name"}"#
    case .badTime: "\"after\" is a number of seconds from 0 to \(Int(Self.longest))"
    case .nothingToCancel(let id): "there is no reminder of \"\(id)\""
    }
  }
}
