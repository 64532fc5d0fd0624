/// Makes instances later, of a type that whoever asks for them need not know.
///
/// It makes them in the scope in which it was made itself. For other isolation domains there is
/// ``SendableErasedInstantiator``.
public struct ErasedInstantiator<ForwardedProperties, Erased> {
  private let scope = captureDependencies()
  private let make: (ForwardedProperties) -> Erased

  /// An instantiator that makes instances with `make`, in the scope of this place.
  public init(_ make: @escaping (ForwardedProperties) -> Erased) { self.make = make }

  /// Makes an instance.
  ///
  /// - Parameter forwarded: The values of its type's ``Forwarded()`` properties; several are a
  ///   labelled tuple.
  public func instantiate(_ forwarded: ForwardedProperties) -> Erased {
    scope.yield { make(forwarded) }
  }
}

extension ErasedInstantiator where ForwardedProperties == Void {
  /// An instantiator that makes instances with `make`, in the scope of this place.
  public init(_ make: @escaping () -> Erased) { self.init { (_: Void) in make() } }

  /// Makes an instance.
  public func instantiate() -> Erased { instantiate(()) }
}
