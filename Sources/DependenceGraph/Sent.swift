/// Returns `value` as a value that can be passed to the initializer of an actor. Generated code calls
/// this function in tests, where a test may have provided the value. The test must not access the
/// value while the actor uses it.
public func _sent<Value>(_ value: Value) -> sending Value {
  // Nothing protects the value except the rule above. The compiler cannot check it, because the
  // value may come from an override that the test has created.
  nonisolated(unsafe) let value = value
  return value
}
