import DependenceModules

@main
@MainActor
enum MainActorApp {
  static func main() async {
    let cart = prepareDependencies {
      let cart = CartModel()
      $0.cart = MainActorLazy { cart }
      return cart
    }
    Dependencies { Module { PriceTag() } }.build()

    CartScreen().add("tea")
    await Task { CartScreen().add("milk") }.value
    print(cart.items.joined(separator: ", "))

    let tag = Dependencies.resolveIfRegistered(PriceTag.self)
    print(tag?.text(3) ?? "no tag")
  }
}
