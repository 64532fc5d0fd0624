// `FoundationEssentials` is the smallest part of Foundation that declares `LocalizedError`.
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ModuleError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension ModuleValidationError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}
