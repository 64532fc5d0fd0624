/// A container of factories. Programs can declare classes that conform to this protocol.
public protocol SharedContainer: AnyObject {
  static var shared: Self { get }
  var manager: ContainerManager { get }
}

extension SharedContainer {
  public func callAsFunction<Value>(
    key: StaticString = #function,
    _ make: @escaping @Sendable () -> Value
  ) -> Factory<Value> {
    Factory(self, key: key, make)
  }

  public func callAsFunction<Parameter, Value>(
    key: StaticString = #function,
    _ make: @escaping @Sendable (Parameter) -> Value
  ) -> ParameterFactory<Parameter, Value> {
    ParameterFactory(self, key: key, make)
  }

  public func promised<Value>(key: StaticString = #function) -> Factory<Value?> {
    Factory(self, key: key) { nil }
  }

  public func reset() { manager.reset() }
}

/// The container that every file of a program can extend.
public final class Container: SharedContainer {
  public static let shared = Container()
  public let manager = ContainerManager()
}

/// A container with a function that registers factories before the first resolution.
public protocol AutoRegistering {
  func autoRegister()
}

/// The state of one container.
public final class ContainerManager {
  struct Options {
    var scope: Scope?
    var decorator: Any?
    var isOnce = false
    var keepsEachParameter = false
    var contexts: [String: Any] = [:]
  }

  public var defaultScope: Scope?
  var options: [String: Options] = [:]
  var registrations: [String: Any] = [:]
  let cache = Cache()
  private var hasRegistered = false

  public init() {}

  /// Calls the function `autoRegister` of a container before the container is first used.
  func registerAutomatically(_ container: any SharedContainer) {
    if hasRegistered { return }
    hasRegistered = true
    (container as? any AutoRegistering)?.autoRegister()
  }

  public func reset() {
    options = [:]
    registrations = [:]
    cache.instances = [:]
  }

  public func reset(scope: Scope) {
    cache.instances = cache.instances.filter { $0.value.scope !== scope }
  }
}

/// The instances that a container or a scope caches.
final class Cache {
  struct Entry {
    let scope: Scope
    let strong: Any?
    weak var object: AnyObject?
  }

  var instances: [String: Entry] = [:]
}
