import DependenceFoundation
import Testing

struct ExportsTests {
  @Test func `the core comes with the product`() {
    #expect(DependencyValues().snapshot().context == .test)
  }
}
