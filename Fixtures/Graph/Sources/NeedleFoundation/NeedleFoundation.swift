// Declarations with the names of the library "Needle", for code that is compiled but never run.

public protocol Dependency: AnyObject {}
public protocol EmptyDependency: Dependency {}
public protocol Scope: AnyObject {}

open class Component<DependencyType>: Scope {
  public init(parent: any Scope) {}
  public var dependency: DependencyType { fatalError() }
  public func shared<Value>(_ make: () -> Value) -> Value { fatalError() }
}

open class BootstrapComponent: Component<any EmptyDependency> {
  public init() { fatalError() }
}

public func registerProviderFactories() {}
