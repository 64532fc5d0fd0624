import Dependence

enum GreetingKey: DependencyKey {
  static var liveValue: String { "hello" }
}

/// A minimal app, with which `CI/footprint` checks the libraries that an app links.
@main
enum Footprint {
  static func main() {
    @Dependency(GreetingKey.self) var greeting
    prepareDependencies { $0[GreetingKey.self] = "good morning" }
    print(greeting)
    withDependencies {
      $0[GreetingKey.self] = "good evening"
    } operation: {
      print(greeting)
    }
    for _ in 1...4 { reportIssue("said too much") }
  }
}
