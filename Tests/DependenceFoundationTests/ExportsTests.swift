import DependenceFoundation
import Testing

struct ExportsTests {
  @Test func `DependenceFoundation re-exports the core API`() {
    #expect(DependencyValues().snapshot().context == .test)
  }
}
