/// Returns `value` as a value that can be passed to the initializer of an actor. Generated code calls
/// this function in tests, where a test may have provided the value. The test must not access the
/// value while the actor uses it.
public func _sent<Value>(_ value: Value) -> sending Value {
  nonisolated(unsafe) let value = value
  return value
}
