// Declarations with the names of the library "Factory", for code that is compiled but never run.

public final class Container: Sendable {
  public static let shared = Container()

  public func callAsFunction<Value>(_ make: @escaping @Sendable () -> Value) -> Factory<Value> {
    fatalError()
  }

  public func callAsFunction<Parameter, Value>(
    _ make: @escaping @Sendable (Parameter) -> Value
  ) -> ParameterFactory<Parameter, Value> {
    fatalError()
  }

  public func reset() {}
}

public struct Factory<Value> {
  public var singleton: Self { fatalError() }
  public func callAsFunction() -> Value { fatalError() }
  public func register(_ make: @escaping @Sendable () -> Value) {}
}

public struct ParameterFactory<Parameter, Value> {
  public func callAsFunction(_ parameter: Parameter) -> Value { fatalError() }
}

@propertyWrapper
public struct Injected<Value> {
  public init(_ keyPath: KeyPath<Container, Factory<Value>>) {}
  public var wrappedValue: Value { fatalError() }
}
