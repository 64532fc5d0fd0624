public func resolve<Value>(_ path: KeyPath<Container, Factory<Value>>) -> Value {
  Container.shared[keyPath: path]()
}

/// A property wrapper that resolves its instance when its owner is created.
@propertyWrapper
public struct Injected<Value> {
  public var wrappedValue: Value

  public init(_ path: KeyPath<Container, Factory<Value>>) {
    wrappedValue = Container.shared[keyPath: path]()
  }

  public init<C: SharedContainer>(_ path: KeyPath<C, Factory<Value>>) {
    wrappedValue = C.shared[keyPath: path]()
  }
}

/// A property wrapper that resolves its instance at the first read, and keeps the instance.
@propertyWrapper
public struct LazyInjected<Value> {
  private let path: KeyPath<Container, Factory<Value>>
  private var value: Value?

  public init(_ path: KeyPath<Container, Factory<Value>>) { self.path = path }

  public var wrappedValue: Value {
    mutating get {
      let result = value ?? Container.shared[keyPath: path]()
      value = result
      return result
    }
    set { value = newValue }
  }
}

/// A property wrapper that resolves an instance at each read.
@propertyWrapper
public struct DynamicInjected<Value> {
  private let path: KeyPath<Container, Factory<Value>>

  public init(_ path: KeyPath<Container, Factory<Value>>) { self.path = path }

  public var wrappedValue: Value { Container.shared[keyPath: path]() }
}
