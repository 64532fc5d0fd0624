import Dependence

enum GreetingKey: DependencyKey {
  static var liveValue: String { "hello" }
  static var testValue: String { "a greeting for tests" }
}

print(DependencyValues.current[GreetingKey.self])
