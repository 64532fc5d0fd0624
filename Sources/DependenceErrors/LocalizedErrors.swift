public import Dependence

// The smallest part of Foundation that has the protocol.
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Beside the core, which does without Foundation. Tests link this, and so does DependenceFoundation.

extension DependencyError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}

extension TimeoutError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
