import AuthImpl
import AuthInterface
import Dependence
import QuickStart

@main
enum AppMain {
  static func main() async throws {
    prepareDependencies {
      $0.apiClient = .preview
    }
    try await run()
  }

  static func run() async throws {
    let values = DependencyValues.current
    print(try await values.apiClient.fetchGreeting())
    print(try await values.authClient.logIn(name: "anna"))
  }
}
