/// Returns `value` as a `sending` result, which can be passed to the initializer of an actor.
///
/// Only code that is generated for tests calls this function, because a test may have provided the
/// value. The test must not access the value while the actor uses it.
public func _sent<Value>(_ value: Value) -> sending Value {
  // Only the rule above prevents data races. The compiler cannot check this rule, because the value
  // may come from an override that the test has created.
  nonisolated(unsafe) let value = value
  return value
}
