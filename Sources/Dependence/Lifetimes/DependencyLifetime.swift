/// The period during which reads of a dependency share the same instance.
///
/// Two tests never share an instance. If a scope overrides a dependency, all dependencies that were
/// created from it get new instances in that scope.
public enum DependencyLifetime: Sendable, Hashable {
  /// Shares one instance per process in an app, and one per test case in tests. This is the default
  /// lifetime.
  case singleton
  /// Creates a new instance for each read.
  case transient
  /// Shares one class instance for as long as other code retains it. If the type is not a class,
  /// each read is reported as an issue.
  case shared
  /// Shares one instance until `\.continuousClock` has advanced by this duration since the instance
  /// was created. If the duration is not positive, each read creates a new instance.
  case timeToLive(Duration)
}
