import DependenceClients
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The error thrown when a value cannot be recorded or replayed because of its type.
struct UnrecordableType: Error {
  let type: String
  /// The explanation to show in the error message. If this is `nil`, the message says instead that
  /// the type is not `Codable`.
  var reason: String?
  /// The text to show in the error message in place of the type and the explanation. If this is
  /// `nil`, the message shows the type and the explanation.
  var finding: Finding?

  struct Finding {
    /// The end of a sentence that begins with the endpoint and the kind of value, such as "API.load
    /// has an argument".
    let problem: String
    let advice: String
  }
}

extension UnrecordableType {
  /// Creates the error for a string that begins like JSON but cannot be parsed.
  init(unparsed reason: String) {
    type = "a string that begins like JSON"
    self.reason = "\(reason), so the closure redacting: was not called for the strings in this text"
    finding = Finding(
      problem: """
        that contains text that begins like JSON but is not valid, so redacting: was not called for the strings in \
        it: \(reason)
        """,
      advice: "The text may contain a secret. Make the closure redacting: replace the whole text."
    )
  }

  /// Creates the error for an argument that an interceptor cannot store.
  fileprivate init(_ argument: UnstorableArgument) {
    switch argument {
    case .closure: self.init(closure: "\(argument)")
    case .uncopyable:
      let finding = Finding(
        problem: "of a noncopyable type, and only copyable values can be recorded",
        advice: "Give the endpoint an argument of another type."
      )
      self.init(type: "\(argument)", finding: finding)
    }
  }

  /// Creates the error for an attempt to encode a closure, or a value that contains one.
  fileprivate init(closure type: String) {
    self.type = type
    finding = Finding(
      problem: "that is a closure or contains one, and closures cannot be recorded",
      advice: """
        Replace the closure, for example with a stream that the endpoint returns, or assign another closure to this \
        endpoint after the client has been wrapped.
        """
    )
  }
}

/// A namespace for functions that convert an endpoint's arguments, results and stream elements to
/// and from JSON. The Swift types of these values are known only when the endpoint is called.
enum ValueCoding {
  /// Encodes a value as JSON. Supports `Encodable` types, `Void`, URL requests, URL responses,
  /// pairs of data and a URL response, and optional streams that are `nil`. Throws an error if the
  /// type is not supported.
  static func encode(_ value: Any) throws(UnrecordableType) -> JSONText {
    if type(of: value) is any NestedOptional.Type {
      let reason = "JSON has a single null, so nested optionals cannot be told apart"
      throw UnrecordableType(type: "\(type(of: value))", reason: reason)
    }
    do {
      switch value {
      // Convert the most common types directly, which is faster than using `JSONEncoder`.
      case let value as Int: return JSONText("\(value)")
      case let value as String: return .string(value)
      case let value as Bool: return JSONText(value ? "true" : "false")
      case is Void: return .null
      case let value as any Encodable: return try JSONText(encoding: value)
      case let value as any OptionalStream where value.isNothing: return .null
      case let value as URLRequest: return try JSONText(encoding: try RecordedRequest(value))
      case let value as URLResponse: return try JSONText(encoding: RecordedResponse(value))
      case let value as (Data, URLResponse): return try encode(value.0, value.1)
      case let value as (Data, HTTPURLResponse): return try encode(value.0, value.1)
      case let value as UnstorableArgument: throw UnrecordableType(value)
      default:
        let type = "\(type(of: value))"
        // Closures have no common protocol or superclass, but their types are recognizable.
        throw type.contains(" -> ") ? UnrecordableType(closure: type) : UnrecordableType(type: type)
      }
    } catch let error as UnrecordableType {
      throw error
    } catch {
      throw UnrecordableType(type: "\(type(of: value))", reason: "\(error)")
    }
  }

  /// Returns the elements of a set or the entries of a dictionary, sorted by their JSON text, so
  /// that equal collections have equal encodings. The dictionary `[true: "b", false: "a"]`, for
  /// example, is encoded as `[false,"a",true,"b"]`.
  static func sorted(_ parts: [[Any]]) throws -> [[Any]] {
    let texts = try parts.map { part in (part, try part.map { try encode($0) }) }
    return texts.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }

  private static func encode(_ data: Data, _ response: URLResponse) throws -> JSONText {
    let response = try JSONText(encoding: RecordedResponse(response))
    return .array([try JSONText(encoding: data), response])
  }

  /// Decodes a value of the given type from JSON. Supports the same types as ``encode(_:)``.
  static func decode<Value>(_ json: JSONText, as type: Value.Type) throws(UnrecordableType) -> Value
  {
    do {
      if type == Int.self, let value = Int(json.text) as? Value { return value }
      if let type = type as? any Decodable.Type {
        if let value = try JSONCoding.decoder.decode(type, from: json.data) as? Value {
          return value
        }
      } else if let value = try decodeSpecial(json, as: type) {
        return value
      }
      throw UnrecordableType(type: "\(type)")
    } catch let error as UnrecordableType {
      throw error
    } catch {
      throw UnrecordableType(type: "\(type)", reason: "\(error)")
    }
  }

  /// Returns `true` if values of the given type can be decoded. This is checked before a value is
  /// recorded, so an unsupported type is reported during recording rather than during replay.
  static func isDecodable(_ type: Any.Type) -> Bool {
    type is any Decodable.Type || type is any OptionalStream.Type || type == Void.self
      || special.contains { type == $0 }
  }

  private static let special: [Any.Type] = [
    URLRequest.self, URLResponse.self, HTTPURLResponse.self, (Data, URLResponse).self,
    (Data, HTTPURLResponse).self,
  ]

  private static func decodeSpecial<Value>(_ json: JSONText, as type: Value.Type) throws -> Value? {
    let decoder = JSONCoding.decoder
    if type == Void.self {
      guard json == .null else {
        let reason = "the recording contains a value, but the endpoint returns none"
        throw UnrecordableType(type: "Void", reason: reason)
      }
      return () as? Value
    }
    if let type = type as? any OptionalStream.Type, json == .null { return type.nothing as? Value }
    guard special.contains(where: { type == $0 }) else { return nil }
    if type == URLRequest.self {
      return try decoder.decode(RecordedRequest.self, from: json.data).request() as? Value
    }
    if type == URLResponse.self || type == HTTPURLResponse.self {
      return try decoder.decode(RecordedResponse.self, from: json.data).response() as? Value
    }
    let pair = try decoder.decode(RecordedDownload.self, from: json.data)
    let response = try pair.response.response()
    if let download = (pair.data, response as URLResponse) as? Value { return download }
    return (response as? HTTPURLResponse).flatMap { (pair.data, $0) as? Value }
  }
}

// MARK: - Nested optionals

private protocol AnyOptional {}

extension Optional: AnyOptional {}

/// An optional whose wrapped type is also optional, such as `Int??`.
private protocol NestedOptional {}

extension Optional: NestedOptional where Wrapped: AnyOptional {}

// MARK: - Unordered collections

/// A collection whose element order varies between processes, such as a set.
protocol UnorderedCollection {
  /// The elements of a set as arrays of one element, or the entries of a dictionary as arrays of a
  /// key and a value. This property is `nil` if `JSONEncoder` already encodes the collection in a
  /// fixed order.
  var parts: [[Any]]? { get }
}

extension Set: UnorderedCollection {
  var parts: [[Any]]? { map { [$0] } }
}

extension Dictionary: UnorderedCollection {
  var parts: [[Any]]? {
    // If a dictionary's keys are strings or integers, or can be represented as coding keys,
    // `JSONEncoder` encodes the dictionary as a JSON object with sorted keys. It encodes any other
    // dictionary as an array of alternating keys and values, whose order varies.
    let isObject =
      Key.self == String.self || Key.self == Int.self
      || Key.self is any CodingKeyRepresentable.Type
    return isObject ? nil : map { [$0.key, $0.value] }
  }
}

// MARK: - Requests and responses

/// The parts of a `URLRequest` that are stored in a recording.
private struct RecordedRequest: Codable {
  let method: String
  let url: String
  let headers: [String: String]
  let body: Data?

  init(_ request: URLRequest) throws {
    guard request.httpBodyStream == nil else {
      throw UnrecordableType(type: "URLRequest", reason: "its body is a stream")
    }
    method = request.httpMethod ?? "GET"
    url = request.url?.absoluteString ?? ""
    headers = request.allHTTPHeaderFields ?? [:]
    body = request.httpBody
  }

  func request() throws -> URLRequest {
    var request = URLRequest(url: try URL(recorded: url))
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    request.httpBody = body
    return request
  }
}

/// The parts of a `URLResponse` that are stored in a recording.
private struct RecordedResponse: Codable {
  let url: String
  /// The HTTP status code, or `nil` if this is not an HTTP response.
  let status: Int?
  let headers: [String: String]?
  let mimeType: String?
  let length: Int?

  init(_ response: URLResponse) {
    url = response.url?.absoluteString ?? ""
    guard let response = response as? HTTPURLResponse else {
      (status, headers) = (nil, nil)
      (mimeType, length) = (response.mimeType, Int(response.expectedContentLength))
      return
    }
    status = response.statusCode
    headers = Dictionary(
      response.allHeaderFields.map { ("\($0.key)", "\($0.value)") },
      uniquingKeysWith: { $1 }
    )
    // An HTTP response computes its MIME type and length from its headers, so they need not be
    // stored.
    (mimeType, length) = (nil, nil)
  }

  func response() throws -> URLResponse {
    let url = try URL(recorded: url)
    guard let status else {
      return URLResponse(
        url: url,
        mimeType: mimeType,
        expectedContentLength: length ?? -1,
        textEncodingName: nil
      )
    }
    let response = HTTPURLResponse(
      url: url,
      statusCode: status,
      httpVersion: "HTTP/1.1",
      headerFields: headers
    )
    guard let response else { throw UnrecordableType(type: "HTTPURLResponse") }
    return response
  }
}

/// A download's data and response, stored as a JSON array with two elements.
private struct RecordedDownload: Decodable {
  let data: Data
  let response: RecordedResponse

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    data = try container.decode(Data.self)
    response = try container.decode(RecordedResponse.self)
  }
}

extension URL {
  fileprivate init(recorded text: String) throws {
    guard let url = URL(string: text) else {
      throw UnrecordableType(type: "URL", reason: "\"\(text)\" is not a valid URL")
    }
    self = url
  }
}
