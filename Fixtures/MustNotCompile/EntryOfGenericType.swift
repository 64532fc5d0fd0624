// The macro derived the type of 'cache' from its initial value.
import DependenceMacros

struct Cache<Value: Sendable>: Sendable {
  var value: Value
}

extension DependencyValues {
  // The macro cannot see that the type is `Cache<Int>`.
  @DependencyEntry var cache = Cache(value: 3)
}
