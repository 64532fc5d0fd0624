/// A dependency that a module can name without seeing its live implementation.
///
/// Interface modules declare such a key. A module that can build the live value conforms the same
/// type to ``DependencyKey``; both doors, `[K.self]` and `[test: K.self]`, lead to one slot.
///
/// Defaults are computed lazily, at most once per root, outside every lock.
public protocol TestDependencyKey: Sendable {
  /// The type of the dependency.
  associatedtype Value: Sendable

  /// The default in tests.
  static var testValue: Value { get }

  /// The default in previews; ``testValue`` unless you say otherwise.
  static var previewValue: Value { get }
}

/// A dependency with a live implementation.
///
/// ```swift
/// enum GreetingKey: DependencyKey {
///   static var liveValue: String { "hello" }
///   static var testValue: String { "test" }
/// }
/// ```
///
/// A key that declares only ``liveValue`` uses it everywhere. Read in a test, such a key is a
/// reported issue: nobody meant a test to reach the network.
public protocol DependencyKey: TestDependencyKey {
  associatedtype Value

  /// The default in an app.
  static var liveValue: Value { get }
}

extension TestDependencyKey {
  /// The test value, for keys that declare no preview value of their own.
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  /// The live value, for keys that declare no test value of their own. Reading it in a test, or assigning it to a
  /// dependency, is a reported issue.
  public static var testValue: Value {
    // Reached only where the key does not declare its own: that is what makes it live-only.
    Computation.noteLiveTestValue(of: Self.self)
    return liveValue
  }
}

/// A key whose test value does what every test wants, so that strict scopes let it be read.
///
/// ```swift
/// enum LogKey: NeutralDependencyKey {
///   static var liveValue: Log { Log.toFile }
///   static var testValue: Log { Log.toNowhere }
/// }
/// ```
public protocol NeutralDependencyKey: DependencyKey {}
