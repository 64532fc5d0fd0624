public import Dependence

// FoundationEssentials is the smallest module that declares `LocalizedError`.
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The following conformances to `LocalizedError` are in a separate module because `Dependence` must
// not import Foundation. The testing products and `DependenceFoundation` link this module.

extension DependencyError: LocalizedError {
  /// The error's localized description, which is the same as its ``description``.
  public var errorDescription: String? { description }
}

extension TimeoutError: LocalizedError {
  /// The error's localized description, which is the same as its ``description``.
  public var errorDescription: String? { description }
}
