// Declarations with the names of the library "Shank", for code that is compiled but never run.

public final class Dependencies {
  public init(@ModuleBuilder _ modules: () -> [Module]) {}
  public func build() {}

  @resultBuilder
  public enum ModuleBuilder {
    public static func buildBlock(_ modules: Module...) -> [Module] { fatalError() }
  }
}

public struct Module {
  public init<Value>(_ name: String? = nil, _ make: @escaping () -> Value) {}
}

@propertyWrapper
public final class Inject<Value> {
  public init() {}
  public init(_ name: String) {}
  public var wrappedValue: Value { fatalError() }
}
