#if canImport(AppIntents)
public import AppIntents

extension AppDependencyManager {
  /// Makes a dependency from the current scope available to the `@Dependency` properties of app
  /// intents.
  ///
  /// Call this method when the app starts, once for each combination of type and key. The manager
  /// may call `read` on any thread, whenever it needs the value.
  public func add<Value: Sendable>(
    key: AnyHashable? = nil,
    from read: @escaping @Sendable (DependencyValues) -> Value
  ) {
    let dependency = CapturedDependencies.stored().wrap { read(.current) }
    add(key: key, dependency: dependency())
  }
}
#endif
