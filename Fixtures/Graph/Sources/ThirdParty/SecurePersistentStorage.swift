/// A type of another library, which is not declared as instantiable.
public final class SecurePersistentStorage {
  private var values: [String: Any] = [:]

  public init() {}

  public subscript(key: String) -> Any? {
    get { values[key] }
    set { values[key] = newValue }
  }

  public subscript<Value>(key: String, ofType type: Value.Type) -> Value? {
    values[key] as? Value
  }
}
