import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The error for a type whose values cannot be recorded.
struct UnrecordableType: Error {
  let type: String
  /// The encoding or decoding error, or `nil` if the type is not `Codable`.
  var reason: String?
}

/// The conversion of arguments, results and errors to and from JSON. Their types are not known
/// before an endpoint is called.
enum ValueCoding {
  /// Encodes a value of any supported type as JSON.
  static func encode(_ value: Any) throws(UnrecordableType) -> JSONText {
    do {
      switch value {
      // The most frequent types are converted directly, which is faster than an encoder.
      case let value as Int: return JSONText("\(value)")
      case let value as String: return .string(value)
      case let value as Bool: return JSONText(value ? "true" : "false")
      case is Void: return .null
      case let value as any UnorderedCollection where value.parts != nil:
        return try encode(value.parts ?? [])
      case let value as any Encodable: return try JSONText(encoding: value)
      case let value as URLRequest: return try JSONText(encoding: try RecordedRequest(value))
      case let value as URLResponse: return try JSONText(encoding: RecordedResponse(value))
      case let value as (Data, URLResponse): return try encode(value.0, value.1)
      case let value as (Data, HTTPURLResponse): return try encode(value.0, value.1)
      default: throw UnrecordableType(type: "\(type(of: value))")
      }
    } catch let error as UnrecordableType {
      throw error
    } catch {
      throw UnrecordableType(type: "\(type(of: value))", reason: "\(error)")
    }
  }

  /// Encodes the parts of an unordered collection as one array, sorted by their texts.
  private static func encode(_ parts: [[Any]]) throws -> JSONText {
    let texts = try parts.map { try $0.map { try encode($0) } }
    return .array(
      texts.sorted { $0.map(\.text).joined() < $1.map(\.text).joined() }.flatMap(\.self)
    )
  }

  private static func encode(_ data: Data, _ response: URLResponse) throws -> JSONText {
    let response = try JSONText(encoding: RecordedResponse(response))
    return .array([try JSONText(encoding: data), response])
  }

  /// Decodes a value of the given type. It supports the types that ``encode(_:)`` supports.
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
  /// recorded, because the first replay would fail otherwise.
  static func isDecodable(_ type: Any.Type) -> Bool {
    type is any Decodable.Type || type == Void.self || special.contains { type == $0 }
  }

  private static let special: [Any.Type] = [
    URLRequest.self, URLResponse.self, HTTPURLResponse.self, (Data, URLResponse).self,
    (Data, HTTPURLResponse).self,
  ]

  private static func decodeSpecial<Value>(_ json: JSONText, as type: Value.Type) throws -> Value? {
    let decoder = JSONCoding.decoder
    if type == Void.self { return () as? Value }
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

// MARK: - Unordered collections

/// A collection whose elements have another order in each process.
private protocol UnorderedCollection {
  /// The elements, or the keys with their values, or `nil` if an encoder sorts the collection.
  var parts: [[Any]]? { get }
}

extension Set: UnorderedCollection {
  fileprivate var parts: [[Any]]? { map { [$0] } }
}

extension Dictionary: UnorderedCollection {
  fileprivate var parts: [[Any]]? {
    // These dictionaries are objects, whose keys the encoder sorts. Others are arrays of keys and
    // values.
    Key.self == String.self || Key.self == Int.self ? nil : map { [$0.key, $0.value] }
  }
}

// MARK: - Requests and responses

/// A `URLRequest` in a recording.
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

/// A `URLResponse` in a recording.
private struct RecordedResponse: Codable {
  let url: String
  /// The HTTP status code, or `nil` if the response does not use HTTP.
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
    // An HTTP response computes these values from its headers.
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

/// The result of a download in a recording: a JSON array of the data and the response.
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
