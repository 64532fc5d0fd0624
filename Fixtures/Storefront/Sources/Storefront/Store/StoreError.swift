/// A reason why the store refuses a request.
public enum StoreError: Error, Hashable {
  /// There are not enough of a product.
  case outOfStock(Product.ID)
  /// The customer of an order has no session.
  case notLoggedIn(Customer)
  /// Nobody has the name that was given.
  case unknownCustomer
}
