// Import `FoundationEssentials` if possible, because it is the smallest part of Foundation that
// declares `LocalizedError`.
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ModuleError: LocalizedError {
  /// The localized description of the error, which is the same text as `description`.
  public var errorDescription: String? { description }
}

extension ModuleValidationError: LocalizedError {
  /// The localized description of the error, which is the same text as `description`.
  public var errorDescription: String? { description }
}
