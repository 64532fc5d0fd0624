/// A factory that creates instances of an ``Instantiable`` type on demand.
///
/// Every instance is created in the dependency scope that was active when the factory was
/// initialized, so it uses that scope's overrides. To create instances from other isolation
/// domains, use ``SendableInstantiator``.
public struct Instantiator<Instance: Instantiable> {
  private let scope = CapturedDependencies.stored()
  private let make: (Instance.ForwardedProperties) -> Instance

  /// Creates a factory that captures the current dependency scope and calls `make` in it to create
  /// each instance.
  public init(_ make: @escaping (Instance.ForwardedProperties) -> Instance) { self.make = make }

  /// Creates an instance from values that are known only at run time, such as the signed-in user.
  ///
  /// - Parameter forwarded: The value of the type's ``Forwarded()`` property, or a labeled tuple of
  ///   values if the type has several such properties.
  public func instantiate(_ forwarded: Instance.ForwardedProperties) -> Instance {
    scope.run { make(forwarded) }
  }
}

extension Instantiator where Instance.ForwardedProperties == Void {
  /// Creates a factory that captures the current dependency scope and calls `make` in it to create
  /// each instance.
  public init(_ make: @escaping () -> Instance) { self.init { (_: Void) in make() } }

  /// Creates an instance. No argument is needed, because the instance's type has no ``Forwarded()``
  /// properties.
  public func instantiate() -> Instance { instantiate(()) }
}
