/// A factory that creates instances on demand from any isolation domain and hides their concrete
/// type. Callers receive each instance as a value of type `Erased`, for example `any Screen`.
///
/// Every instance is created in the dependency scope that was active when the factory was
/// initialized, so it uses that scope's overrides. The dependencies that the factory passes to its
/// instances must be `Sendable`.
public struct SendableErasedInstantiator<ForwardedProperties, Erased>: Sendable {
  private let scope = CapturedDependencies.stored()
  private let make: @Sendable (ForwardedProperties) -> Erased

  /// Creates a factory that captures the current dependency scope and calls `make` in it to create
  /// each instance.
  public init(_ make: @escaping @Sendable (ForwardedProperties) -> Erased) { self.make = make }

  /// Creates an instance from values that are known only at run time, such as the signed-in user.
  ///
  /// - Parameter forwarded: The value of the type's ``Forwarded()`` property, or a labeled tuple of
  ///   values if the type has several such properties.
  public func instantiate(_ forwarded: ForwardedProperties) -> Erased {
    scope.run { make(forwarded) }
  }
}

extension SendableErasedInstantiator where ForwardedProperties == Void {
  /// Creates a factory that captures the current dependency scope and calls `make` in it to create
  /// each instance.
  public init(_ make: @escaping @Sendable () -> Erased) { self.init { (_: Void) in make() } }

  /// Creates an instance. No argument is needed, because the instance's type has no ``Forwarded()``
  /// properties.
  public func instantiate() -> Erased { instantiate(()) }
}
