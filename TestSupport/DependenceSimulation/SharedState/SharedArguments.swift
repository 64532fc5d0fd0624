import DependenceTesting

#if canImport(Testing)
import Testing
#endif

/// An object that holds the arguments of a parameterized test, so that a ``HeapGraph``, which
/// starts at an object, can include the objects in the arguments.
final class SharedArguments: @unchecked Sendable {
  // This class is `@unchecked Sendable` because the type `Any` is not `Sendable`. Swift Testing
  // requires arguments to be `Sendable`.
  private let arguments: Any

  private init(_ arguments: Any) { self.arguments = arguments }

  /// The arguments of the running test, or `nil` if it has no parameters. XCTest has no
  /// parameterized tests.
  static var current: SharedArguments? {
    #if canImport(Testing)
    Test.Case.current?.argumentArray.map(SharedArguments.init)
    #else
    nil
    #endif
  }
}
