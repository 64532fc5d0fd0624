import Dependence
import DependenceModules
import DependenceTesting
import Observation
import Testing

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

@MainActor
struct CartScreen {
  @Dependency(\.cart) private var cart

  func add(_ item: String) { cart().add(item) }
}

final class PriceFormatter {
  var symbol = "€"

  func text(_ amount: Int) -> String { "\(amount) \(symbol)" }
}

private enum PriceFormatterKey: DependencyKey {
  static let liveValue = MainActorLazy { PriceFormatter() }
  static var testValue: MainActorLazy<PriceFormatter> { liveValue }
}

enum MakeCartKey: DependencyKey {
  static let liveValue: @MainActor @Sendable () -> CartModel = { CartModel() }
  static var testValue: @MainActor @Sendable () -> CartModel { liveValue }
}

@MainActor private final class PlainModel {
  var items: [String] = []
}

private enum PlainModelKey: DependencyKey {
  static let liveValue = PlainModel()
  static var testValue: PlainModel { PlainModel() }
}

@MainActor @Observable private final class NonisolatedModel {
  var items = ["tea"]

  nonisolated init() {}
}

private enum NonisolatedModelKey: DependencyKey {
  static let liveValue = NonisolatedModel()
  static var testValue: NonisolatedModel { NonisolatedModel() }
}

struct MainActorExampleTests {
  @MainActor @Test func `some models can be dependencies without a wrapper`() {
    @Dependency(PlainModelKey.self) var plain
    @Dependency(NonisolatedModelKey.self) var nonisolated

    #expect(plain.items == [])
    #expect(nonisolated.items == ["tea"])
  }

  @MainActor @Test func `the screen adds to the cart`() {
    let cart = CartModel()
    withDependencies {
      $0.cart = MainActorLazy { cart }
    } operation: {
      CartScreen().add("tea")
    }

    #expect(cart.items == ["tea"])
  }

  @MainActor @Test(arguments: ["tea", "milk"])
  func `each test case has a separate cart`(item: String) {
    CartScreen().add(item)

    #expect(DependencyValues.current.cart().items == [item])
  }

  @MainActor @Test func `a formatter is cached, and each call creates a new cart`() {
    @Dependency(PriceFormatterKey.self) var formatter
    @Dependency(MakeCartKey.self) var makeCart

    #expect(formatter() === formatter())
    #expect(formatter().text(3) == "3 €")
    #expect(makeCart() !== makeCart())
  }

  @Test func `other actors can await a registered main actor value`() async {
    let modules = Dependencies { Module { MainActorLazy { CartModel() } } }
    await withDependencies(modules) {
      @Inject var cart: MainActorLazy<CartModel>
      await cart().add("tea")
      #expect(await cart().items == ["tea"])
    }
  }
}
