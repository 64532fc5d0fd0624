public import Dependence

// FoundationEssentials is the smallest module that declares `LocalizedError`.
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// These conformances are in a separate module because the core does not import Foundation. The
// testing products and DependenceFoundation link this module.

extension DependencyError: LocalizedError {
  /// The ``description`` of the error.
  public var errorDescription: String? { description }
}

extension TimeoutError: LocalizedError {
  /// The ``description`` of the error.
  public var errorDescription: String? { description }
}
