/// A key for a dependency whose live implementation may be in another module.
///
/// Declare such a key in a module that contains only interfaces. A module with the live
/// implementation then conforms the same type to ``DependencyKey``. The subscripts `[K.self]` and
/// `[test: K.self]` read the same value.
///
/// Default values are computed lazily, without a lock, and at most once per process or test case.
public protocol TestDependencyKey: Sendable {
  /// The type of the dependency.
  associatedtype Value: Sendable

  /// The default value in tests.
  static var testValue: Value { get }

  /// The default value in previews. A key that does not declare this property uses ``testValue``.
  static var previewValue: Value { get }
}

/// A key for a dependency with a live implementation.
///
/// ```swift
/// enum GreetingKey: DependencyKey {
///   static var liveValue: String { "hello" }
///   static var testValue: String { "test" }
/// }
/// ```
///
/// A key that declares only ``liveValue`` uses it in all contexts. Reading such a key in a test is
/// reported as an issue, because a test should not access the network by accident.
public protocol DependencyKey: TestDependencyKey {
  associatedtype Value

  /// The default value in an app.
  static var liveValue: Value { get }
}

extension TestDependencyKey {
  /// The test value, which is the preview value of keys that do not declare their own.
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  /// The live value, which is the test value of keys that do not declare their own. Using it in a
  /// test is reported as an issue.
  public static var testValue: Value {
    // This getter runs only for keys that do not declare a test value.
    Computation.noteLiveTestValue(of: Self.self)
    return liveValue
  }
}

/// A key whose test value suits every test. Strict mode therefore does not report its reads.
///
/// ```swift
/// enum LogKey: NeutralDependencyKey {
///   static var liveValue: Log { Log.toFile }
///   static var testValue: Log { Log.toNowhere }
/// }
/// ```
public protocol NeutralDependencyKey: DependencyKey {}
