import DependenceModules

// This file awaits at the top level, so all of its top-level code is asynchronous.
protocol Greeter: Sendable {
  func greet() async -> String
}

struct NamedGreeter: Greeter {
  @Dependency(NameKey.self) private var name

  func greet() async -> String { "Hello, \(name)" }
}

enum NameKey: DependencyKey {
  static var liveValue: String { "nobody" }
}

let greetings = Dependencies {
  Module { NamedGreeter() as any Greeter }
}

greetings.build()
let name = prepareDependencies {
  $0[NameKey.self] = "Ann"
  return $0[NameKey.self]
}

let greeter = try Dependencies.resolve((any Greeter).self)
print(await greeter.greet() + ", who is \(name)")
