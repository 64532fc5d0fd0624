public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An error that is thrown in place of a recorded error whose type is not `Codable`.
///
/// It contains only the recorded error's type name and description. If the code under test needs to
/// distinguish different errors, make their types `Codable`.
public struct RecordedError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The name of the original error's type, including its module.
  public let type: String
  /// The original error's description.
  public let description: String

  /// The original error's description, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}

extension RecordedFailure {
  /// Converts an error to a form that can be stored in a recording.
  init(_ error: any Error) {
    let errorType = Swift.type(of: error)
    // A private type's reflected name contains an address that varies from process to process.
    // Remove the address so that the recorded name is always the same.
    let name = String(reflecting: errorType)
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    type = name
    if let error = error as? URLError {
      description = "\(error)"
      value = JSONText("\(error.code.rawValue)")
    } else if !(error is CancellationError), let encodable = error as? any Codable,
      let symbol = _mangledTypeName(errorType), _typeByName(symbol) != nil,
      let json = try? JSONText(encoding: encodable)
    {
      // Use the type name as the description, because the error's own description may repeat
      // secrets from its properties.
      (description, value, self.symbol) = (name, json, symbol)
    } else {
      description = "\(error)"
    }
  }

  /// Returns the recorded error, converted to the endpoint's error type `Failure`.
  ///
  /// - Throws: ``UnrecordableType`` if the endpoint cannot throw this error, or if the encoded
  ///   error cannot be decoded.
  func error<Failure: Error>(as _: Failure.Type) throws(UnrecordableType) -> Failure {
    let error = try error()
    if let error = error as? Failure { return error }
    let reason =
      type == String(reflecting: Failure.self)
      ? "its type is not Codable, or it is private, so only its description can be recorded"
      : "the endpoint throws only errors of type \(Failure.self)"
    throw UnrecordableType(type: type, reason: reason)
  }

  /// Returns the recorded error, or a ``RecordedError`` if the original error's type is not
  /// `Codable`.
  ///
  /// - Throws: ``UnrecordableType`` if the encoded error can no longer be decoded.
  func error() throws(UnrecordableType) -> any Error {
    if type == String(reflecting: CancellationError.self) { return CancellationError() }
    guard let value else { return RecordedError(type: type, description: description) }
    if type == String(reflecting: URLError.self) {
      guard let number = Int(value.text) else {
        let reason = "its value must be the number of an error code, such as -1001"
        throw UnrecordableType(type: type, reason: reason)
      }
      // `URLError.Code(rawValue:)` returns an optional on Linux, but not on Apple platforms. The
      // type annotation makes the result optional on all platforms.
      let code: URLError.Code? = URLError.Code(rawValue: number)
      return URLError(code ?? .unknown)
    }
    guard let symbol, let type = _typeByName(symbol) as? any Decodable.Type else {
      throw UnrecordableType(type: type, reason: "there is no such type in this process")
    }
    let decoded: any Decodable
    do { decoded = try JSONCoding.decoder.decode(type, from: value.data) } catch {
      throw UnrecordableType(type: self.type, reason: "\(error)")
    }
    guard let error = decoded as? any Error else {
      throw UnrecordableType(type: self.type, reason: "the type is not an error")
    }
    return error
  }
}
