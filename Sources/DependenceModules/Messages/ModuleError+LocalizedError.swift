// The smallest part of Foundation that has the protocol.
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ModuleError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}

extension ModuleValidationError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}
