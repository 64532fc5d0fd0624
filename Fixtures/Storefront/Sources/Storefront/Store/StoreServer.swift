/// The server to which the live client sends its requests.
actor StoreServer {
  nonisolated let products: [Product]
  private var stock: [Product.ID: Int]
  private var sessions: Set<Customer> = []

  init(selling products: [Product], stock: Int) {
    self.products = products
    self.stock = Dictionary(uniqueKeysWithValues: products.map { ($0.id, stock) })
  }

  func products(matching text: String) -> [Product] {
    products.filter { $0.name.lowercased().contains(text.lowercased()) }
  }

  func place(_ order: Order) throws {
    guard sessions.contains(order.customer) else {
      throw StoreError.notLoggedIn(order.customer)
    }
    // A refused order must not change the stock, so take the products from a copy.
    var rest = stock
    for line in order.lines {
      guard let count = rest[line.product.id], count >= line.quantity else {
        throw StoreError.outOfStock(line.product.id)
      }
      rest[line.product.id] = count - line.quantity
    }
    stock = rest
  }

  func logIn(_ name: String) throws -> Customer {
    guard !name.isEmpty else { throw StoreError.unknownCustomer }
    let customer = Customer(name: name)
    sessions.insert(customer)
    return customer
  }

  func logOut(_ customer: Customer) {
    sessions.remove(customer)
  }
}
