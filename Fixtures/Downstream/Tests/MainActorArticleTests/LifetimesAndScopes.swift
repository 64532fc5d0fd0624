import Dependence
import DependenceTesting
import Testing

struct Invoice {
  @Dependency(\.currency) private var currency

  func total(_ amount: Int) -> String { "\(amount) \(currency)" }
}

enum CurrencyKey: DependencyKey {
  static var liveValue: String { "EUR" }
}

extension DependencyValues {
  var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }
}

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
