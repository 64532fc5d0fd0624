import DependenceModules
import DependenceTesting
import Testing

/// Tests of dependencies that are used like a process-wide container: each test begins with a
/// reset.
@MainActor
struct ResetTests {
  @Dependency(\.service) private var service: Service

  init() { Dependencies.reset() }

  @Test(arguments: ["first", "second", "third"])
  func `an override affects only its own test case`(text: String) {
    Dependencies.override(\.service) { Service(text) }

    #expect(service.text == text)
  }

  @Test func `a test without overrides reads the original value`() {
    #expect(service.text == "own")
  }
}
