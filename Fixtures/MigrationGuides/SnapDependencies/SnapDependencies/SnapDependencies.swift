// Declarations with the names of the library "SnapDependencies", for code that is compiled but
// never run.

public final class Dependencies: Sendable {
  public enum Context: Sendable { case live, preview, test }

  public static var context: Context { fatalError() }

  public static func override<Value: Sendable>(
    _ keyPath: KeyPath<Dependencies, Value>,
    with make: @escaping @Sendable () -> any Sendable
  ) {}

  public static func overrideResettingAll<Value: Sendable>(
    _ keyPath: KeyPath<Dependencies, Value>,
    with make: @escaping @Sendable () -> any Sendable
  ) {}

  public static func forwarding<Value: Sendable>(
    for keyPath: KeyPath<Dependencies, Value>
  ) -> Value {
    fatalError()
  }

  static func reset() {}
}

public protocol DependencyForwardingFactory {
  func create<Value>(for keyPath: KeyPath<Dependencies, Value>) -> Value?
}

public enum Resolution { case lazy, captured }

@propertyWrapper
public struct Dependency<Value: Sendable> {
  public init(_ keyPath: KeyPath<Dependencies, Value>, resolve resolution: Resolution = .lazy) {}
  public var wrappedValue: Value { fatalError() }
}
