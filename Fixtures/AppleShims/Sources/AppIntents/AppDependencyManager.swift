@_exported public import Foundation

public final class AppDependencyManager {
  public nonisolated(unsafe) static let shared = AppDependencyManager()

  public init() { declared() }

  public final func add<Dependency>(
    key: AnyHashable? = nil,
    dependency dependencyProvider: @autoclosure @escaping () -> Dependency
  ) where Dependency: Sendable { declared() }

  public final func add<Dependency>(
    key: AnyHashable? = nil,
    dependency dependencyProvider: @autoclosure @escaping () -> @Sendable () throws -> Dependency
  ) where Dependency: Sendable { declared() }

  public final func add<Dependency>(
    key: AnyHashable? = nil,
    dependency dependencyProvider: @escaping @Sendable () async throws -> Dependency
  ) where Dependency: Sendable { declared() }
}

@propertyWrapper
public final class AppDependency<Value>: @unchecked Sendable where Value: Sendable {
  public convenience init(key: AnyHashable? = nil, manager: AppDependencyManager = .shared) {
    declared()
  }

  public init() { declared() }

  public var wrappedValue: Value { declared() }
}
