/// A reason why a cart cannot be checked out.
public enum CheckoutError: Error, Hashable {
  /// The cart is empty.
  case emptyCart
  /// No customer is logged in.
  case notLoggedIn
  /// Another checkout of the same cart is in progress.
  case alreadyCheckingOut
}
