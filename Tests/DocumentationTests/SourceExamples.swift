import Dependence
import DependenceTesting
import DependenceXCTest
import Dispatch
import Testing
import XCTest

// MARK: - DependencyKey, DependencyValues, Dependency

enum GreetingKey: DependencyKey {
  static var liveValue: String { "hello" }
  static var testValue: String { "test" }
}

extension DependencyValues {
  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}

struct Greeting {
  struct Greeter {
    @Dependency(\.greeting) var greeting
    func greet() -> String { greeting + "!" }
  }
}

struct KeyExampleTests {
  @Test func `a greeter reads its greeting`() {
    #expect(Greeting.Greeter().greet() == "test!")
  }

  @Test func `a strict scope allows its exceptions`() {
    typealias Greeter = Greeting.Greeter
    withStrictDependencies(except: GreetingKey.self) {
      _ = Greeter().greet()
    }
  }
}

// MARK: - unimplemented

enum UnimplementedExample: DependencyKey {
  struct APIClient: Sendable {
    var fetch: @Sendable (Int) async throws -> String
  }

  static let liveValue = APIClient(fetch: { "\($0)" })
  static let testValue = APIClient(fetch: { _ in throw unimplemented("APIClient.fetch") })
}

struct UnimplementedExampleTests {
  @Test func `an unimplemented endpoint throws and fails the test`() async {
    @Dependency(UnimplementedExample.self) var client
    await withKnownIssue {
      await #expect(throws: DependencyError.unimplemented("APIClient.fetch")) {
        try await client.fetch(1)
      }
    }
  }
}

// MARK: - ScopeToken

struct User: Sendable {
  var name: String
}

enum CurrentUserKey: DependencyKey {
  static var liveValue: User { User(name: "nobody") }
  static var testValue: User { liveValue }
}

extension DependencyValues {
  var currentUser: User {
    get { self[CurrentUserKey.self] }
    set { self[CurrentUserKey.self] = newValue }
  }
}

struct ScopeTokenExampleTests {
  @Test func `a session provides its user and is torn down once`() async {
    let user = User(name: "anna")
    let events = Lock<[String]>([])
    @Sendable func log(_ event: String) { events.withLock { $0.append(event) } }
    func shell() async { log(DependencyValues.current.currentUser.name) }

    enum SessionScope: ScopeTag {}

    let session = ScopeToken<SessionScope, User>(value: user, teardown: { log("session ended") })
    await session.enter { session in
      await withDependencies {
        $0.currentUser = session.value
      } operation: {
        await shell()
      }
    }

    #expect(events.withLock { $0 } == ["anna", "session ended"])
  }
}

// MARK: - captureDependencies

struct CaptureExampleTests {
  @Test(.dependency(\.greeting, "captured")) func `a queue reads the captured scope`() async {
    let uploaded = await withCheckedContinuation { (done: CheckedContinuation<String, Never>) in
      @Sendable func upload() { done.resume(returning: DependencyValues.current.greeting) }

      let scope = captureDependencies()
      DispatchQueue.global().async {
        scope.run { upload() }
      }
    }

    #expect(uploaded == "captured")
  }
}

// MARK: - DependencyTestCase, .dependencies

extension APIClient {
  static let mock = APIClient(fetchGreeting: { "mock \($0)" })
}

final class CartTests: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.apiClient = .mock
  }
}

extension CartTests {
  func testTheMockIsInPlace() async throws {
    let greeting = try await DependencyValues.current.apiClient.fetchGreeting("cart")
    XCTAssertEqual(greeting, "mock cart")
  }
}

struct TraitExampleTests {
  @Test(.dependencies { $0.apiClient = .mock })
  func `the trait overrides the client`() async throws {
    #expect(try await DependencyValues.current.apiClient.fetchGreeting("cart") == "mock cart")
  }
}
