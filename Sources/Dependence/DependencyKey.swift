/// A key for a dependency whose live implementation may be in another module.
///
/// Declare the key in the module that contains the dependency's interface. In the module with the
/// live implementation, make the same type conform to ``DependencyKey``. For a key `K`, the
/// subscripts `[K.self]` and `[test: K.self]` read the same value.
///
/// A default value is computed when it is first read, and no lock is held during the computation.
/// It is computed once per process or test case, and again in each scope that overrides a
/// dependency that the computation reads.
public protocol TestDependencyKey: Sendable {
  /// The type of the dependency.
  associatedtype Value: Sendable

  /// The default value in tests.
  static var testValue: Value { get }

  /// The default value in previews. If a key does not declare it, previews use ``testValue``.
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
/// A key that declares only ``liveValue`` uses this value in all contexts. Reading such a key in a
/// test is reported as an issue, because a test should not access the network or other live
/// services by accident.
public protocol DependencyKey: TestDependencyKey {
  associatedtype Value

  /// The default value in an app.
  static var liveValue: Value { get }
}

extension TestDependencyKey {
  /// The preview value, which is the test value unless the key declares its own preview value.
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  /// The test value, which is the live value unless the key declares its own test value. If a test
  /// uses this live value, an issue is reported.
  public static var testValue: Value {
    // This getter runs only if the key declares no test value of its own, so report that a test is
    // using the live value.
    Computation.noteLiveTestValue(of: Self.self)
    return liveValue
  }
}

/// A key whose test value is suitable for every test, so strict mode does not report reads of it.
///
/// ```swift
/// enum LogKey: NeutralDependencyKey {
///   static var liveValue: Log { Log.toFile }
///   static var testValue: Log { Log.toNowhere }
/// }
/// ```
public protocol NeutralDependencyKey: DependencyKey {}
