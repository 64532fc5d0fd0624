/// Returns `value` as a `sending` result, which can be passed to an actor's initializer.
///
/// Only code generated for tests calls this function, because the value may come from a test's
/// override. The test must not access the value while the actor uses it.
public func _sent<Value>(_ value: Value) -> sending Value {
  // The compiler cannot check that this is free of data races, because the value may come from a
  // test's override. It is safe only if the test does not access the value while the actor uses it.
  nonisolated(unsafe) let value = value
  return value
}
