import Dependence
import Observation

@MainActor
@Observable
final class CartModel {
  private(set) var items: [String] = []

  func add(_ item: String) { items.append(item) }
}

/// A class that only the main actor uses. It has no isolation attribute, so with the compiler's
/// default settings, the compiler does not know this.
final class PriceFormatter {
  var symbol = "€"

  func text(_ amount: Int) -> String { "\(amount) \(symbol)" }
}

private enum CartKey: DependencyKey {
  static let liveValue = MainActorLazy { CartModel() }
  static var testValue: MainActorLazy<CartModel> { liveValue }
}

private enum PriceFormatterKey: DependencyKey {
  static let liveValue = MainActorLazy { PriceFormatter() }
  static var testValue: MainActorLazy<PriceFormatter> { liveValue }
}

extension DependencyValues {
  var cart: MainActorLazy<CartModel> {
    get { self[CartKey.self] }
    set { self[CartKey.self] = newValue }
  }

  var priceFormatter: MainActorLazy<PriceFormatter> {
    get { self[PriceFormatterKey.self] }
    set { self[PriceFormatterKey.self] = newValue }
  }
}

@MainActor
struct CartScreen {
  @Dependency(\.cart) private var cart

  func add(_ item: String) { cart().add(item) }
}

struct PriceTag: Sendable {
  @Dependency(\.priceFormatter) private var formatter

  @MainActor func text(_ amount: Int) -> String { formatter().text(amount) }
}
