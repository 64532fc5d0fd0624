import DependenceTesting
import Testing

struct LifetimesAndScopesTests {
  @Test func `a scope has its own currency`() {
    let total = withDependencies {
      $0.currency = "USD"
    } operation: {
      Invoice().total(12)
    }

    #expect(total == "12 USD")
  }
}
