public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A replacement for a recorded error whose type is not `Codable`.
///
/// It contains the type name and the description of the original error. Make the type of the error
/// `Codable` if the code under test must distinguish it from other errors.
public struct RecordedError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The name of the original error's type, including its module.
  public let type: String
  /// The description of the original error.
  public let description: String

  /// The description of the original error.
  public var errorDescription: String? { description }
}

extension RecordedFailure {
  /// Creates a description of an error that can be stored in a recording.
  init(_ error: any Error) {
    let errorType = Swift.type(of: error)
    // The reflected name of a private type contains an address, which is different in each process.
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
      // The description would repeat strings of the value, which may have to be redacted.
      (description, value, self.symbol) = (name, json, symbol)
    } else {
      description = "\(error)"
    }
  }

  /// Returns the recorded error. A type that is not `Codable` is replaced by ``RecordedError``.
  ///
  /// - Throws: The reason why an encoded error can no longer be decoded.
  func error() throws(UnrecordableType) -> any Error {
    if type == String(reflecting: CancellationError.self) { return CancellationError() }
    guard let value else { return RecordedError(type: type, description: description) }
    if type == String(reflecting: URLError.self), let number = Int(value.text) {
      // On Linux, this initializer is failable. On Apple platforms, it is not.
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
