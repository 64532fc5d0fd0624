import Dependence
import DependenceModules

enum GreetingKey: DependencyKey {
  static var liveValue: String { "hello" }
  static var testValue: String { "a greeting for tests" }
}

extension Dependencies {
  var farewell: String { Dependencies.context == .live ? "goodbye" : "a farewell for tests" }
}

switch CommandLine.arguments.dropFirst().first {
case "property":
  @Dependency(\.farewell) var farewell
  print(farewell)
case "built":
  Dependencies { Module(\.farewell) { "see you" } }.build()
  @Dependency(\.farewell) var farewell
  print(farewell)
case "unimplemented":
  unimplemented("Mail.send")
default:
  print(DependencyValues.current[GreetingKey.self])
}
