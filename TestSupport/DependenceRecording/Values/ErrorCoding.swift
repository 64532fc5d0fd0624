public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An error in place of a recorded one whose type is not `Codable`.
///
/// A recording contains the name of the type and the description of such an error. Make the type
/// `Codable` if the code under test has to distinguish the error from others.
public struct RecordedError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The name of the type of the recorded error, with its module.
  public let type: String
  /// The description of the recorded error.
  public let description: String

  /// The description of the recorded error.
  public var errorDescription: String? { description }
}

extension RecordedFailure {
  /// Describes an error for a recording.
  init(_ error: any Error) {
    let errorType = Swift.type(of: error)
    type = String(reflecting: errorType)
    description = "\(error)"
    if let error = error as? URLError {
      value = JSONText("\(error.code.rawValue)")
    } else if !(error is CancellationError), let encodable = error as? any Codable,
      let json = try? JSONText(encoding: encodable)
    {
      (value, symbol) = (json, _mangledTypeName(errorType))
    }
  }

  /// The recorded error, as a value of its own type if that is possible.
  ///
  /// - Throws: The reason why an error that was encoded cannot be decoded any more.
  func error() throws(UnrecordableType) -> any Error {
    if type == String(reflecting: CancellationError.self) { return CancellationError() }
    guard let value else { return RecordedError(type: type, description: description) }
    if type == String(reflecting: URLError.self), let number = Int(value.text) {
      // The initializer is failable on Linux only.
      let code: URLError.Code? = URLError.Code(rawValue: number)
      return URLError(code ?? .unknown)
    }
    guard let symbol, let type = _typeByName(symbol) as? any Decodable.Type else {
      throw UnrecordableType(type: type, reason: "there is no such type in this process")
    }
    do {
      if let error = try JSONCoding.decoder.decode(type, from: value.data) as? any Error {
        return error
      }
      throw UnrecordableType(type: self.type, reason: "the type is not an error")
    } catch let error as UnrecordableType {
      throw error
    } catch {
      throw UnrecordableType(type: self.type, reason: "\(error)")
    }
  }
}
