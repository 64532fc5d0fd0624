import DependenceMacros

/// The key of the source of order numbers.
///
/// The value is a `Provider`, because every order needs a new number.
public enum OrderNumbersKey: DependencyKey {
  /// A provider of consecutive numbers, starting with 1.
  public static var liveValue: Provider<OrderNumber> {
    Provider { OrderNumberSequence.shared().next() }
  }

  /// The live value. It can be used in tests, because it affects nothing outside the process, and
  /// in each test the numbers start with 1.
  public static var testValue: Provider<OrderNumber> { liveValue }
}

extension DependencyValues {
  /// The provider that returns the number of the next order.
  public var orderNumbers: Provider<OrderNumber> {
    get { self[OrderNumbersKey.self] }
    set { self[OrderNumbersKey.self] = newValue }
  }
}
