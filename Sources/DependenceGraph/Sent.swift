/// Returns `value` as a `sending` result, which can be passed to an actor's initializer.
///
/// Only code generated for tests calls this function. In a test, the value may come from an
/// override, and the compiler cannot verify that no other code accesses such a value. The test must
/// not access the value while the actor uses it.
public func _sent<Value>(_ value: Value) -> sending Value {
  // Use `nonisolated(unsafe)`, because the compiler cannot verify that the test meets this
  // requirement.
  nonisolated(unsafe) let value = value
  return value
}
