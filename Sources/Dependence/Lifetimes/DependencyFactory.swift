/// A dependency that creates values from arguments.
///
/// Declare or register a factory, such as a `DependencyFactory<String, Chat>`, like any other
/// dependency. The closure runs in the scope of the call, so the overrides of that scope apply to
/// it. A factory can be called on any thread.
public struct DependencyFactory<each Argument: Sendable, Value: Sendable>: Sendable {
  fileprivate let make: @Sendable (Frame, ReadLocation, repeat each Argument) -> Value

  /// Creates a factory that creates a new instance at each call.
  public init(_ make: @escaping @Sendable (repeat each Argument) -> Value) {
    self.make = { (_: Frame, _: ReadLocation, argument: repeat each Argument) in
      make(repeat each argument)
    }
  }

  /// Creates a factory that returns the same instance for equal arguments until the instance's
  /// lifetime ends.
  ///
  /// Concurrent calls with equal arguments wait until the first call has created the instance. If
  /// calls wait for each other in a cycle, the program traps. The factory retains all arguments
  /// that it receives. For each distinct combination of arguments, the test case or process uses a
  /// few hundred bytes of memory, even after the instance has been released.
  public init(
    lifetime: DependencyLifetime,
    _ make: @escaping @Sendable (repeat each Argument) -> Value
  ) where repeat each Argument: Hashable {
    let owner = (Frame.bound as? Computation)?.provider
    let providers = Lock<
      [[AnyHashable]: (provider: DefaultProvider, creator: Lock<InstanceCreator<Value>>)]
    >(
      [:])
    self.make = { (frame: Frame, location: ReadLocation, argument: repeat each Argument) in
      var key: [AnyHashable] = []
      for argument in repeat each argument { key.append(argument) }
      let creator = InstanceCreator { make(repeat each argument) }
      // The lock is held while arguments are compared, so the `==` operator of an argument must not
      // call a factory.
      let (provider, latest) = providers.withLock { providers in
        if let known = providers[key] { return known }
        let latest = Lock(creator)
        let product = Product(named: { owner?.name ?? "\(Self.self)" }) {
          KeptInstance(latest.withLock { $0 }.make(), lifetime: lifetime)
        }
        providers[key] = (product, latest)
        return (product, latest)
      }
      // The instance is created from the arguments of the current call rather than from equal
      // arguments of an earlier call, because the earlier arguments may belong to another test.
      let earlier = latest.withLock { latest in
        defer { latest = creator }
        return latest
      }
      withExtendedLifetime(earlier) {}
      return frame.instance(of: provider, lifetime, readAt: location)
    }
  }

  /// Returns the instance for the given arguments, creating it if necessary.
  public func callAsFunction(_ argument: repeat each Argument) -> Value {
    make(.readable, .unknown, repeat each argument)
  }
}

/// A function that creates an instance. This is a struct because a closure that is stored directly
/// in a generic lock would be wrapped in another thunk at each access.
private struct InstanceCreator<Value: Sendable>: Sendable {
  let make: @Sendable () -> Value
}

/// A protocol that all ``DependencyFactory`` types conform to. Code can cast to it without
/// specifying the generic arguments.
package protocol AnyDependencyFactory {}

extension DependencyFactory: AnyDependencyFactory {}

extension DependencyValues {
  /// The instance of a dependency that is declared with `@DependencyEntry` and a lifetime. The code
  /// that the macro generates uses this subscript.
  public subscript<Key: TestDependencyKey, Value>(_instanceOf key: Key.Type) -> Value
  where Key.Value == DependencyFactory<Value> {
    get {
      let frame = frame.source(of: KeyRecord<Key.Value>.of(key))
      return self[key].make(frame, readerLocation ?? .unknown)
    }
    set { self[key] = DependencyFactory { newValue } }
  }
}
