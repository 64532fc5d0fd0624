import DependenceMacros

@DependencyClient
struct Greeter: Sendable {
  var greet: @Sendable (_ name: String) throws -> String
}

extension DependencyValues {
  @DependencyEntry(test: Greeter.unimplemented)
  var greeter = Greeter(greet: { "hello, \($0)" })
}

@DependencyProperties(\.greeter)
struct App {
  func run() throws { print(try greeter.greet(name: "anna")) }
}

@main
enum Main {
  static func main() throws { try App().run() }
}
