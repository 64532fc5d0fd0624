#if canImport(AppIntents)
public import AppIntents

extension AppDependencyManager {
  /// Registers a dependency of the current scope for the `@Dependency` properties of app intents.
  ///
  /// Call this method when the app starts, once for each type and key. The manager calls `read` on
  /// any thread whenever it needs the value.
  public func add<Value: Sendable>(
    key: AnyHashable? = nil,
    from read: @escaping @Sendable (DependencyValues) -> Value
  ) {
    let dependency = captureDependencies().wrap { read(.current) }
    add(key: key, dependency: dependency())
  }
}
#endif
