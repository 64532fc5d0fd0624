/// A reason why a cart does not check out.
public enum CheckoutError: Error, Hashable {
  /// There is nothing in it.
  case emptyCart
  /// There is no customer to send the order to.
  case notLoggedIn
  /// An order of the same cart is on its way.
  case alreadyCheckingOut
}
