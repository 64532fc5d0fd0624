import Dependence
import DependenceTesting
import DependenceXCTest
import Dispatch
import Testing
import XCTest

struct APIClient: Sendable {
  var fetchGreeting: @Sendable (_ name: String) async throws -> String
}

extension APIClient: DependencyKey {
  static let liveValue = APIClient(fetchGreeting: { name in "hello, \(name)" })
  static let testValue = APIClient(
    fetchGreeting: { _ in throw unimplemented("APIClient.fetchGreeting") })
}

extension DependencyValues {
  var apiClient: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}

actor Greeter {
  @Dependency(\.apiClient) private var apiClient
  private(set) var greeting = ""

  func greet(_ name: String) async throws {
    greeting = try await apiClient.fetchGreeting(name)
  }
}

@Suite(.dependencies { $0.apiClient.fetchGreeting = { "good evening, \($0)" } })
struct GreeterTests {
  @Test func `a greeter keeps the greeting`() async throws {
    let greeter = Greeter()

    try await greeter.greet("Anna")

    #expect(await greeter.greeting == "good evening, Anna")
  }
}

final class GreeterTestCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.apiClient.fetchGreeting = { "good evening, \($0)" }
  }

  func testAGreeterKeepsTheGreeting() async throws {
    let greeter = Greeter()

    try await greeter.greet("Anna")

    let greeting = await greeter.greeting
    XCTAssertEqual(greeting, "good evening, Anna")
  }
}

func greetInBackground(_ done: @escaping @Sendable (DependencyContext) -> Void) {
  let scope = captureDependencies()
  DispatchQueue.global().async {
    scope.run { done(DependencyValues.current.context) }
  }
}

struct QuickStartTests {
  @Test func `an endpoint that no test overrides is unimplemented`() async {
    await withKnownIssue {
      await #expect(throws: DependencyError.self) { try await Greeter().greet("Anna") }
    } matching: { issue in
      "\(issue)".contains("APIClient.fetchGreeting")
    }
  }

  @Test(.dependencies { $0.context = .preview })
  func `background work reads the captured scope`() async {
    let context = await withCheckedContinuation { done in
      greetInBackground { done.resume(returning: $0) }
    }
    #expect(context == .preview)
  }
}
