import Dependence
import DependenceTesting
import Testing

private struct Client: Sendable {
  var name: String
}

extension Client: TestDependencyKey {
  static var testValue: Client { Client(name: "test") }
}

private struct LiveClient: DependencyKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

private struct Reader {
  @Dependency(Client.self) var client
  @Dependency(test: Client.self) var labeled
  @Dependency(LiveClient.self) var live
}

struct TestKeyReadingTests {
  @Test func `a key without a live value can be read without the test label`() {
    #expect(Reader().client.name == "test" && Reader().live == "test")

    withDependencies {
      $0[Client.self].name = "override"
    } operation: {
      #expect(Reader().client.name == "override")
      #expect(Reader().labeled.name == "override")
      #expect(DependencyValues.current[Client.self].name == "override")
    }
  }
}
