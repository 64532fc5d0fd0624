/// A reason why the store refuses a request.
public enum StoreError: Error, Hashable {
  /// The store does not have enough pieces of a product.
  case outOfStock(Product.ID)
  /// The customer of an order is not logged in.
  case notLoggedIn(Customer)
  /// No customer has the given name.
  case unknownCustomer
}
