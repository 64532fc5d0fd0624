/// Makes a dependency from arguments.
///
/// Declare or register a factory, such as a `DependencyFactory<String, Chat>`, like any other dependency. The closure runs
/// in the scope of the call, and sees the overrides there. A factory may be called from any thread.
public struct DependencyFactory<each Argument: Sendable, Value: Sendable>: Sendable {
  fileprivate let make: @Sendable (Frame, ReadPlace, repeat each Argument) -> Value

  /// A factory that makes another instance at each call.
  public init(_ make: @escaping @Sendable (repeat each Argument) -> Value) {
    self.make = { (_: Frame, _: ReadPlace, argument: repeat each Argument) in
      make(repeat each argument)
    }
  }

  /// A factory that has an instance for each set of equal arguments, with a lifetime.
  ///
  /// Callers that need an instance at the same time wait for the first of them. A cycle of calls with equal arguments traps.
  /// For each set of arguments, the factory keeps the arguments, and each root keeps a few hundred bytes, even after the
  /// instance is gone.
  public init(
    lifetime: DependencyLifetime,
    _ make: @escaping @Sendable (repeat each Argument) -> Value
  ) where repeat each Argument: Hashable {
    let owner = (Frame.bound as? Computation)?.subject
    let subjects = Lock<[[AnyHashable]: (subject: Subject, maker: Lock<Maker<Value>>)]>([:])
    self.make = { (frame: Frame, place: ReadPlace, argument: repeat each Argument) in
      var key: [AnyHashable] = []
      for argument in repeat each argument { key.append(argument) }
      let maker = Maker { make(repeat each argument) }
      // The arguments are compared under the lock. Comparing them calls no factory.
      let (subject, latest) = subjects.withLock { subjects in
        if let known = subjects[key] { return known }
        let latest = Lock(maker)
        let product = Product(named: { owner?.name ?? "\(Self.self)" }) {
          KeptInstance(latest.withLock { $0 }.make(), lifetime: lifetime)
        }
        subjects[key] = (product, latest)
        return (product, latest)
      }
      // An instance is made from the arguments of a call that needs it, and not from equal ones of an earlier call, which may
      // belong to another test.
      let earlier = latest.withLock { latest in
        defer { latest = maker }
        return latest
      }
      withExtendedLifetime(earlier) {}
      return frame.instance(of: subject, lifetime, readAt: place)
    }
  }

  /// The instance for these arguments.
  public func callAsFunction(_ argument: repeat each Argument) -> Value {
    make(.readable, .unknown, repeat each argument)
  }
}

/// Makes an instance from arguments. A struct, because a closure would be wrapped again at each access to a generic lock.
private struct Maker<Value: Sendable>: Sendable {
  let make: @Sendable () -> Value
}

/// The type of a dependency whose default is a ``DependencyFactory``.
package protocol InstanceMaking {}

extension DependencyFactory: InstanceMaking {}

extension DependencyValues {
  /// The instance of a property that `@DependencyEntry` has declared with a lifetime.
  public subscript<Key: TestDependencyKey, Value>(_instanceOf key: Key.Type) -> Value
  where Key.Value == DependencyFactory<Value> {
    get {
      let frame = frame.source(of: KeyRecord<Key.Value>.of(key))
      return self[key].make(frame, readerPlace ?? .unknown)
    }
    set { self[key] = DependencyFactory { newValue } }
  }
}
