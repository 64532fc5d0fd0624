// Import `FoundationEssentials` if possible, because it is the smallest part of Foundation that
// declares `LocalizedError`.
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ModuleError: LocalizedError {
  /// The error's localized description, which is the same as `description`.
  public var errorDescription: String? { description }
}

extension ModuleValidationError: LocalizedError {
  /// The error's localized description, which is the same as `description`.
  public var errorDescription: String? { description }
}
