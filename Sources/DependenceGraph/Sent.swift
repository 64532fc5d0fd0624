/// Returns `value` as a `sending` result, which can be passed to an actor's initializer.
///
/// Only code generated for tests calls this function, because the value may come from a test's
/// override. The test must not access the value while the actor uses it.
public func _sent<Value>(_ value: Value) -> sending Value {
  // Data races are prevented only by the rule that the test must not access the value while the
  // actor uses it. The compiler cannot check this rule, because the value may come from a test's
  // override.
  nonisolated(unsafe) let value = value
  return value
}
