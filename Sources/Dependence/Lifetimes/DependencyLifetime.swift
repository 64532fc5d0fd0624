/// The time during which reads of a dependency share an instance.
///
/// Tests never share instances. A scope that overrides a dependency gets new instances of
/// everything that is created from that dependency.
public enum DependencyLifetime: Sendable, Hashable {
  /// One instance per process in an app, or per test case in tests. This is the default lifetime.
  case singleton
  /// A new instance for each read.
  case transient
  /// The same class instance as long as other code retains it. For other types, each read is
  /// reported as an issue.
  case shared
  /// The same instance until `\.continuousClock` has advanced by this duration since its creation.
  case timeToLive(Duration)
}
