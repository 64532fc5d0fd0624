import DependenceMacros

nonisolated final class Draft: Sendable {}
nonisolated final class Archive: Sendable {}
nonisolated final class Prices: Sendable {}

extension DependencyValues {
  @DependencyEntry(lifetime: .transient, test: Draft()) var draft = Draft()
  @DependencyEntry(lifetime: .shared, test: Archive()) var archive = Archive()
  @DependencyEntry(lifetime: .timeToLive(.seconds(60)), test: Prices()) var prices = Prices()
}

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
