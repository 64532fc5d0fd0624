/// A dependency that creates values from arguments.
///
/// Declare or register a factory, such as a `DependencyFactory<String, Chat>`, like any other
/// dependency. The factory closure runs in its caller's scope, so the overrides in that scope apply
/// to it. A factory can be called from any thread.
public struct DependencyFactory<each Argument: Sendable, Value: Sendable>: Sendable {
  fileprivate var make: @Sendable (Frame, ReadLocation, repeat each Argument) -> Value
  /// A function that returns the cache entry of the instance for the given arguments, creating the
  /// instance if none is cached. The `Frame` represents the scope that the instance is for. The
  /// property is `nil` if the factory does not cache its instances.
  fileprivate let cached: (@Sendable (Frame, ReadLocation, repeat each Argument) -> Default)?

  /// Creates a factory that returns a new instance for each call.
  public init(_ make: @escaping @Sendable (repeat each Argument) -> Value) {
    self.make = { (_: Frame, _: ReadLocation, argument: repeat each Argument) in
      make(repeat each argument)
    }
    cached = nil
  }

  /// Creates a factory that returns the same instance for equal arguments until the instance's
  /// lifetime ends.
  ///
  /// Concurrent calls with equal arguments wait for the first call to create the instance. If calls
  /// wait for each other in a cycle, the program traps. The factory retains all arguments that it
  /// receives. Each distinct combination of arguments uses a few hundred bytes of memory, even
  /// after the instance has been released: once per process in an app, and once per test case in
  /// tests.
  public init(
    lifetime: DependencyLifetime,
    _ make: @escaping @Sendable (repeat each Argument) -> Value
  ) where repeat each Argument: Hashable {
    let owner = (Frame.bound as? Computation)?.provider
    let providers = FactoryProviders()
    let provide: @Sendable (repeat each Argument) -> DefaultProvider = {
      (argument: repeat each Argument) in
      var key: [AnyHashable] = []
      for argument in repeat each argument { key.append(argument) }
      // The lock is held while arguments are hashed and compared, so an argument's `hash(into:)`
      // method and `==` operator must not call this factory, which needs the same lock.
      return providers.byArguments.withLock { providers in
        if let known = providers[key] { return known }
        let product = Product(
          belongsToKey: owner?.belongsToKey ?? false,
          named: { owner?.name ?? Self.name }
        ) {
          KeptInstance(InstanceCreator<Value>.makeInstance(), lifetime: lifetime)
        }
        providers[key] = product
        return product
      }
    }
    self.make = { (frame: Frame, location: ReadLocation, argument: repeat each Argument) in
      let provider = provide(repeat each argument)
      return CurrentCall.$creator.withValue(InstanceCreator { make(repeat each argument) }) {
        frame.instance(of: provider, lifetime, readAt: location)
      }
    }
    if lifetime == .transient {
      cached = nil
      return
    }
    cached = { (frame: Frame, location: ReadLocation, argument: repeat each Argument) in
      let provider = provide(repeat each argument)
      return CurrentCall.$creator.withValue(InstanceCreator { make(repeat each argument) }) {
        frame.root.cache.value(for: provider, from: frame, readAt: location, keepsProvider: true)
      }
    }
  }

  /// The name of this type as written in source code. The type's own description would contain
  /// "Pack{…}" around the arguments.
  private static var name: String {
    var types: [String] = []
    for argument in repeat (each Argument).self { types.append("\(argument)") }
    return "DependencyFactory<\((types + ["\(Value.self)"]).joined(separator: ", "))>"
  }

  /// Returns an instance for the given arguments. This is a new instance, unless the factory has
  /// cached one for equal arguments that is still valid.
  public func callAsFunction(_ argument: repeat each Argument) -> Value {
    let frame = Frame.readable
    frame.root.reportIfLate(Self.name, was: "called", at: .unknown, from: frame)
    return make(frame, .unknown, repeat each argument)
  }
}

/// A function that creates an instance from the arguments of the current call to a factory.
///
/// A factory caches instances by their arguments. Two tests may call it with arguments that are
/// equal but not identical, such as distinct objects that compare as equal. Each test must receive
/// an instance created from its own arguments, so the function is stored in a task-local value
/// rather than with the cached instances.
private struct InstanceCreator<Value: Sendable>: Sendable {
  let make: @Sendable () -> Value

  static func makeInstance() -> Value {
    guard let creator = CurrentCall.creator as? InstanceCreator else {
      preconditionFailure("An instance of \(Value.self) was created without a call of its factory")
    }
    return creator.make()
  }
}

/// The objects under which the cache stores a factory's instances, one for each set of arguments.
private final class FactoryProviders: Sendable {
  let byArguments = Lock<[[AnyHashable]: DefaultProvider]>([:])

  /// Frees the instances that an app has cached, because nothing can request them any longer. The
  /// instances of a test are freed when the test ends.
  deinit {
    DependencyRoot.process.cache.forget(byArguments.withLock { Array($0.values) })
  }
}

/// A namespace for the task-local value that contains the ``InstanceCreator`` of the call to a
/// ``DependencyFactory`` that is in progress. The value is declared here because a generic type
/// cannot have static stored properties.
private enum CurrentCall {
  @TaskLocal static var creator: (any Sendable)?
}

/// A protocol that all ``DependencyFactory`` types conform to. Code can cast to it without
/// specifying the generic arguments.
package protocol AnyDependencyFactory {
  /// The type of the instances that the factory creates, or `nil` if the factory needs arguments.
  static var instanceWithoutArguments: Any.Type? { get }

  /// Returns a copy of this factory that applies `transform` to each instance before returning it.
  /// If `transform` returns `nil`, the copy returns the instance unchanged. The copy shares this
  /// factory's cached instances.
  func mapping(_ transform: @escaping @Sendable (any Sendable) -> Any?) -> Self
}

extension DependencyFactory: AnyDependencyFactory {
  package static var instanceWithoutArguments: Any.Type? {
    for _ in repeat (each Argument).self { return nil }
    return Value.self
  }

  package func mapping(_ transform: @escaping @Sendable (any Sendable) -> Any?) -> Self {
    var copy = self
    copy.make = { [make] (frame: Frame, location: ReadLocation, argument: repeat each Argument) in
      let instance = make(frame, location, repeat each argument)
      // Without this check for `nil`, the cast below would turn `nil` into a value when `Value` is
      // an optional type.
      guard let transformed = transform(instance) else { return instance }
      return transformed as? Value ?? instance
    }
    return copy
  }
}

extension DependencyValues {
  /// The instance of a dependency declared with `@DependencyEntry` and a lifetime. Only code
  /// generated by the macro uses this subscript.
  public subscript<Key: TestDependencyKey, Value>(_instanceOf key: Key.Type) -> Value
  where Key.Value == DependencyFactory<Value> {
    get {
      let location = readerLocation ?? .unknown
      let factory = self[key]
      // A property with `resolve: .inherited` is read either in the scope of the code that reads it
      // or in the scope where the property's owner was created. The choice depends on the overrides
      // that were read to create the cached instance, so the closure returns the instance's cache
      // entry, which records them. The cache entry of the factory itself depends on no overrides.
      let frame = frame.source(of: KeyRecord<Key.Value>.of(key)) { factory.cached?($0, location) }
      return factory.make(frame, location)
    }
    set { self[key] = DependencyFactory { newValue } }
  }
}
