/// Makes instances later, of a type that whoever asks for them need not know, and from any isolation
/// domain.
///
/// It makes them in the scope in which it was made itself. What it hands on to them is `Sendable`.
public struct SendableErasedInstantiator<ForwardedProperties, Erased>: Sendable {
  private let scope = captureDependencies()
  private let make: @Sendable (ForwardedProperties) -> Erased

  /// An instantiator that makes instances with `make`, in the scope of this place.
  public init(_ make: @escaping @Sendable (ForwardedProperties) -> Erased) { self.make = make }

  /// Makes an instance.
  ///
  /// - Parameter forwarded: The values of its type's ``Forwarded()`` properties; several are a
  ///   labelled tuple.
  public func instantiate(_ forwarded: ForwardedProperties) -> Erased {
    scope.yield { make(forwarded) }
  }
}

extension SendableErasedInstantiator where ForwardedProperties == Void {
  /// An instantiator that makes instances with `make`, in the scope of this place.
  public init(_ make: @escaping @Sendable () -> Erased) { self.init { (_: Void) in make() } }

  /// Makes an instance.
  public func instantiate() -> Erased { instantiate(()) }
}
