import Dependence
import Observation

@MainActor
@Observable
final class CartModel {
  private(set) var items: [String] = []

  func add(_ item: String) { items.append(item) }
}

enum CartKey: DependencyKey {
  static let liveValue = MainActorLazy { CartModel() }
  static var testValue: MainActorLazy<CartModel> { liveValue }
}

extension DependencyValues {
  var cart: MainActorLazy<CartModel> {
    get { self[CartKey.self] }
    set { self[CartKey.self] = newValue }
  }
}
