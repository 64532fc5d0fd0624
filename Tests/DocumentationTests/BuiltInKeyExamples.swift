import Dependence
import DependenceTesting
import Testing

// MARK: - PlaceholderDependencyKey

enum CurrencyKey: PlaceholderDependencyKey {
  static var liveValue: String { "EUR" }
  static var placeholder: String { "XXX" }
  static var property: String? { "currency" }
  static var example: String { "\"USD\"" }
}

extension DependencyValues {
  var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }
}

struct CurrencyTests {
  @Dependency(\.currency) private var currency

  @Test(.dependency(\.currency, "USD")) func `a test chooses its currency`() {
    #expect(currency == "USD")
  }

  @Test func `a test that does not choose fails`() {
    withKnownIssue {
      #expect(currency == "XXX")
    } matching: { issue in
      "\(issue)".contains("$0.currency = \"USD\"")
    }
  }
}
