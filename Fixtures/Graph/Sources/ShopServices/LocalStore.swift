public import DependenceGraph
public import ShopModel
public import Storefront

/// A store that runs in this process.
@Instantiable(fulfillingAdditionalTypes: [(any Store).self])
public struct LocalStore: Store, Instantiable {
  private let client = StoreClient.live(selling: [.tea])

  public func place(_ order: Order) async throws { try await client.placeOrder(order) }
  public func logIn(_ name: String) async throws -> Customer { try await client.logIn(name) }
}

/// A source of consecutive order numbers, starting with 1.
@Instantiable(fulfillingAdditionalTypes: [(any OrderNumbers).self])
public struct CountedOrders: OrderNumbers, Instantiable {
  // Use the same sequence as the version with keys, so that the two versions can be compared.
  @Dependency(\.orderNumbers) private var numbers

  public func next() -> OrderNumber { numbers() }
}

@Instantiable
extension Journal: @retroactive Instantiable {
  public static func instantiate() -> Journal { Journal() }
}
