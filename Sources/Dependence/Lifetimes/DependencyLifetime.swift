/// The time for which later reads get the same instance of a dependency.
///
/// Tests never share instances. A scope that overrides a dependency gets new instances of everything that was made from it.
public enum DependencyLifetime: Sendable, Hashable {
  /// One instance for each root, until the root ends. This is the lifetime of dependencies that state none.
  case singleton
  /// Another instance for each read.
  case transient
  /// The same instance while something else holds it. If it is not an instance of a class, each read is a reported issue.
  case shared
  /// The same instance until this much time has passed on `\.continuousClock` since it was made.
  case timeToLive(Duration)
}
