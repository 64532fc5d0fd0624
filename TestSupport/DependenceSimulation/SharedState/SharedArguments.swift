import DependenceTesting

#if canImport(Testing)
import Testing
#endif

/// An object that holds the arguments of a parameterized test. A ``HeapGraph`` starts at an object,
/// so a graph that starts at this one includes the objects in the arguments.
final class SharedArguments: @unchecked Sendable {
  // This class is `@unchecked Sendable` because the type `Any` is not `Sendable`. Swift Testing
  // requires arguments to be `Sendable`.
  private let boxes: [Box]

  /// An object that contains one argument, in a property of the argument's own type. A property of
  /// type `Any` would have unused bytes, which could look like a reference.
  class Box {}

  private final class TypedBox<Value>: Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  init(_ arguments: [Any]) {
    // Leave out values without references, such as numbers and most enumerations.
    func box<Value>(_ value: Value) -> Box? { _isPOD(Value.self) ? nil : TypedBox(value) }
    boxes = arguments.compactMap { _openExistential($0, do: box) }
  }

  /// The arguments of the running test, or `nil` if it has no parameters. XCTest has no
  /// parameterized tests.
  static var current: SharedArguments? {
    #if canImport(Testing)
    guard let values = Test.Case.current?.argumentValues, !values.isEmpty else { return nil }
    return SharedArguments(values)
    #else
    return nil
    #endif
  }
}
