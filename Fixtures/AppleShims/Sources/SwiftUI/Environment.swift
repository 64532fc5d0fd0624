public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  public init() { declared() }

  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { declared() }
    set { declared() }
  }
}

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() { declared() }
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
  // The real `Environment` is not a trivial type. This property makes the shim non-trivial as well.
  private let keyPath: KeyPath<EnvironmentValues, Value>

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { declared() }

  public var wrappedValue: Value { declared() }
}

extension View {
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View {
    EmptyView()
  }
}
