/// Returns `value` as a `sending` result, which can be passed to an actor's initializer.
///
/// Only code generated for tests calls this function. In a test, the value may come from an
/// override, and the compiler cannot verify that no other code accesses such a value. The test must
/// not access the value while the actor uses it.
public func _sent<Value>(_ value: Value) -> sending Value {
  // Use `nonisolated(unsafe)`, because the compiler cannot rule out data races on a value from a
  // test's override. There are none as long as the test does not access the value while the actor
  // uses it.
  nonisolated(unsafe) let value = value
  return value
}
