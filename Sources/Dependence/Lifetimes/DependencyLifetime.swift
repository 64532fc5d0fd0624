/// The period during which reads of a dependency share the same instance.
///
/// Two tests never share an instance. If a scope overrides a dependency, all dependencies that were
/// created from it get new instances in that scope.
public enum DependencyLifetime: Sendable, Hashable {
  /// One instance per process in an app, and one per test case in tests. This is the default
  /// lifetime.
  case singleton
  /// A new instance for each read.
  case transient
  /// The same class instance for as long as other code retains it. For types other than classes,
  /// each read is reported as an issue.
  case shared
  /// The same instance until `\.continuousClock` has advanced by this duration since the instance
  /// was created.
  case timeToLive(Duration)
}
