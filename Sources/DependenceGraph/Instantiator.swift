/// A factory that creates instances of an ``Instantiable`` type on demand.
///
/// Every instance is created in the dependency scope that was active when the factory was
/// initialized, so each instance gets the overrides of that scope. Use ``SendableInstantiator`` to
/// create instances from other isolation domains.
public struct Instantiator<Instance: Instantiable> {
  private let scope = captureDependencies()
  private let make: (Instance.ForwardedProperties) -> Instance

  /// Creates a factory that captures the current dependency scope and calls `make` in that scope.
  public init(_ make: @escaping (Instance.ForwardedProperties) -> Instance) { self.make = make }

  /// Creates an instance from values that are known only at run time.
  ///
  /// - Parameter forwarded: The values of the type's ``Forwarded()`` properties. Two or more values
  ///   form a labelled tuple.
  public func instantiate(_ forwarded: Instance.ForwardedProperties) -> Instance {
    scope.run { make(forwarded) }
  }
}

extension Instantiator where Instance.ForwardedProperties == Void {
  /// Creates a factory that captures the current dependency scope and calls `make` in that scope.
  public init(_ make: @escaping () -> Instance) { self.init { (_: Void) in make() } }

  /// Creates an instance that needs no values from its caller.
  public func instantiate() -> Instance { instantiate(()) }
}
