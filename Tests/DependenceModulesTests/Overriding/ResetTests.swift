import DependenceModules
import DependenceTesting
import Testing

/// Tests as they are written for a container that a whole process shares: each begins with a reset.
@MainActor
struct ResetTests {
  @Dependency(\.service) private var service: Service

  init() { Dependencies.reset() }

  @Test(arguments: ["first", "second", "third"])
  func `a test overrides for itself`(text: String) {
    Dependencies.override(\.service) { Service(text) }

    #expect(service.text == text)
  }

  @Test func `a test that overrides nothing has what is registered`() {
    #expect(service.text == "own")
  }
}
