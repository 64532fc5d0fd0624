public import DependenceGraph
public import ShopModel
import ShopServices
public import Storefront

/// The composition root.
@Instantiable
public struct ShopApp: Instantiable {
  @Instantiated public let store: any Store
  @Instantiated public let journal: Journal
  @Instantiated(fulfilledByType: "CountedOrders") public let numbers: any OrderNumbers
  @Instantiated public let session: SendableInstantiator<ShopSession>

  /// Logs a customer in, and returns the customer's session.
  public func logIn(as name: String) async throws -> ShopSession {
    session.instantiate(try await store.logIn(name))
  }
}

/// The session of a customer, which starts with the login.
@Instantiable
public struct ShopSession: Instantiable, Sendable {
  @Forwarded public let customer: Customer
  @Instantiated public let cart: GraphCart
}
