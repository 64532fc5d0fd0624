/// A factory's key and container, and the closure with which the factory was declared.
public struct FactoryRegistration<Parameter, Value> {
  let container: any SharedContainer
  let key: String
  let make: (Parameter) -> Value
  var isOnce = false

  func resolve(_ parameter: Parameter) -> Value {
    let manager = container.manager
    manager.registerAutomatically(container)
    let options = manager.options[key]
    // The closure for a context takes precedence over a registered closure.
    let current =
      options?.contexts["debug"] as? (Parameter) -> Value
      ?? manager.registrations[key] as? (Parameter) -> Value ?? make
    resolutionDepth += 1
    var cacheKey = key
    if options?.keepsEachParameter == true { cacheKey += "(\(parameter))" }
    let scope = options?.scope ?? manager.defaultScope
    let value =
      scope?.resolve(cacheKey, in: manager.cache) { current(parameter) } ?? current(parameter)
    resolutionDepth -= 1
    if resolutionDepth == 0 { Scope.graph.cache.instances = [:] }
    (options?.decorator as? (Value) -> Void)?(value)
    return value
  }

  func register(_ make: @escaping (Parameter) -> Value) {
    let manager = container.manager
    manager.registerAutomatically(container)
    guard manager.options[key].map({ $0.isOnce == isOnce }) ?? true else { return }
    manager.registrations[key] = make
    forget()
  }

  func reset() {
    forget()
    container.manager.registrations[key] = nil
    container.manager.options[key] = nil
  }

  private func forget() {
    let scope = container.manager.options[key]?.scope as? Scope.Singleton
    (scope?.cache ?? container.manager.cache).instances[key] = nil
  }

  func change(_ update: (inout ContainerManager.Options) -> Void) {
    container.manager.registerAutomatically(container)
    var options = container.manager.options[key] ?? ContainerManager.Options()
    guard options.isOnce == isOnce else { return }
    update(&options)
    container.manager.options[key] = options
  }
}

/// The number of resolutions in progress. The variable needs no lock, because the programs are
/// single-threaded.
nonisolated(unsafe) private var resolutionDepth = 0

public protocol FactoryModifying {
  associatedtype Parameter
  associatedtype Value
  var registration: FactoryRegistration<Parameter, Value> { get set }
}

extension FactoryModifying {
  public var cached: Self { scope(.cached) }
  public var graph: Self { scope(.graph) }
  public var shared: Self { scope(.shared) }
  public var singleton: Self { scope(.singleton) }
  public var unique: Self { scope(.unique) }

  @discardableResult
  public func scope(_ scope: Scope?) -> Self {
    registration.change { $0.scope = scope }
    return self
  }

  @discardableResult
  public func decorator(_ decorate: @escaping @Sendable (Value) -> Void) -> Self {
    registration.change { $0.decorator = decorate as (Value) -> Void }
    return self
  }

  public func once() -> Self {
    registration.change { $0.isOnce = true }
    var copy = self
    copy.registration.isOnce = true
    return copy
  }

  @discardableResult
  public func onDebug(factory make: @escaping @Sendable (Parameter) -> Value) -> Self {
    registration.change { $0.contexts["debug"] = make as (Parameter) -> Value }
    return self
  }

  /// Has no effect, because the programs run outside tests and previews, and without arguments. For
  /// the same reason, `onPreview` and `onArg` have no effect.
  @discardableResult
  public func onTest(factory make: @escaping @Sendable (Parameter) -> Value) -> Self { self }

  @discardableResult
  public func onPreview(factory make: @escaping @Sendable (Parameter) -> Value) -> Self { self }

  @discardableResult
  public func onArg(_ argument: String, factory make: @escaping @Sendable (Parameter) -> Value)
    -> Self
  { self }

  @discardableResult
  public func reset() -> Self {
    registration.reset()
    return self
  }
}

public struct Factory<Value>: FactoryModifying {
  public var registration: FactoryRegistration<Void, Value>

  public init(
    _ container: any SharedContainer,
    key: StaticString = #function,
    _ make: @escaping @Sendable () -> Value
  ) {
    registration = FactoryRegistration(container: container, key: "\(key)", make: make)
  }

  public func callAsFunction() -> Value { registration.resolve(()) }
  public func resolve() -> Value { registration.resolve(()) }

  @discardableResult
  public func register(factory make: @escaping @Sendable () -> Value) -> Self {
    registration.register(make)
    return self
  }
}

public struct ParameterFactory<Parameter, Value>: FactoryModifying {
  public var registration: FactoryRegistration<Parameter, Value>

  public init(
    _ container: any SharedContainer,
    key: StaticString = #function,
    _ make: @escaping @Sendable (Parameter) -> Value
  ) {
    registration = FactoryRegistration(container: container, key: "\(key)", make: make)
  }

  public func callAsFunction(_ parameter: Parameter) -> Value { registration.resolve(parameter) }
  public func resolve(_ parameter: Parameter) -> Value { registration.resolve(parameter) }

  public var scopeOnParameters: Self {
    registration.change { $0.keepsEachParameter = true }
    return self
  }

  @discardableResult
  public func register(factory make: @escaping @Sendable (Parameter) -> Value) -> Self {
    registration.register(make)
    return self
  }
}
