// call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
import DependenceModules

@MainActor final class CartModel {
  init() {}
}

let modules = Dependencies {
  Module { CartModel() }
}
