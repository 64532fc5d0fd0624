/// A factory that creates instances on demand from any isolation domain. It returns them as the
/// type `Erased`, which hides their concrete type.
///
/// Every instance is created in the dependency scope that was active when the factory was
/// initialized. The dependencies that the factory passes to its instances must be `Sendable`.
public struct SendableErasedInstantiator<ForwardedProperties, Erased>: Sendable {
  private let scope = captureDependencies()
  private let make: @Sendable (ForwardedProperties) -> Erased

  /// Creates a factory that captures the current dependency scope and calls `make` in that scope.
  public init(_ make: @escaping @Sendable (ForwardedProperties) -> Erased) { self.make = make }

  /// Creates an instance from values that are known only at run time.
  ///
  /// - Parameter forwarded: The values of the type's ``Forwarded()`` properties. Two or more values
  ///   form a labelled tuple.
  public func instantiate(_ forwarded: ForwardedProperties) -> Erased {
    scope.run { make(forwarded) }
  }
}

extension SendableErasedInstantiator where ForwardedProperties == Void {
  /// Creates a factory that captures the current dependency scope and calls `make` in that scope.
  public init(_ make: @escaping @Sendable () -> Erased) { self.init { (_: Void) in make() } }

  /// Creates an instance that needs no values from its caller.
  public func instantiate() -> Erased { instantiate(()) }
}
