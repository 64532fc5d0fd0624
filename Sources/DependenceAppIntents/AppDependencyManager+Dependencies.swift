#if canImport(AppIntents)
public import AppIntents

extension AppDependencyManager {
  /// Has the `@Dependency` of app intents return a dependency of this scope.
  ///
  /// Call it where the app starts, once for each type and key. `read` runs whenever the manager needs the value, on any thread.
  public func add<Value: Sendable>(
    key: AnyHashable? = nil,
    from read: @escaping @Sendable (DependencyValues) -> Value
  ) {
    let dependency = captureDependencies().wrap { read(.current) }
    add(key: key, dependency: dependency())
  }
}
#endif
