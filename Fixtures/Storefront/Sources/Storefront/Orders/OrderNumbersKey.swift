import DependenceMacros

/// A source of order numbers.
///
/// A `Provider`, because every order needs a number of its own.
public enum OrderNumbersKey: DependencyKey {
  /// Numbers in sequence, from 1.
  public static var liveValue: Provider<OrderNumber> {
    Provider { OrderNumberSequence.shared().next() }
  }

  /// The live value: it touches nothing outside the process, and each test counts from 1.
  public static var testValue: Provider<OrderNumber> { liveValue }
}

extension DependencyValues {
  /// Makes the number of the next order.
  public var orderNumbers: Provider<OrderNumber> {
    get { self[OrderNumbersKey.self] }
    set { self[OrderNumbersKey.self] = newValue }
  }
}
