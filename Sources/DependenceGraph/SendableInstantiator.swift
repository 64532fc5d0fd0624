/// Makes instances later, as often as it is asked to, and from any isolation domain.
///
/// It makes them in the scope in which it was made itself. What it hands on to them is `Sendable`.
public struct SendableInstantiator<Instance: Instantiable & SendableMetatype>: Sendable {
  private let scope = captureDependencies()
  private let make: @Sendable (Instance.ForwardedProperties) -> Instance

  /// An instantiator that makes instances with `make`, in the scope of this place.
  public init(_ make: @escaping @Sendable (Instance.ForwardedProperties) -> Instance) {
    self.make = make
  }

  /// Makes an instance.
  ///
  /// - Parameter forwarded: The values of its ``Forwarded()`` properties; several are a labelled
  ///   tuple.
  public func instantiate(_ forwarded: Instance.ForwardedProperties) -> Instance {
    scope.yield { make(forwarded) }
  }
}

extension SendableInstantiator where Instance.ForwardedProperties == Void {
  /// An instantiator that makes instances with `make`, in the scope of this place.
  public init(_ make: @escaping @Sendable () -> Instance) { self.init { (_: Void) in make() } }

  /// Makes an instance.
  public func instantiate() -> Instance { instantiate(()) }
}
