/// Makes instances later, and as often as it is asked to.
///
/// It makes them in the scope in which it was made itself: overrides that were in place then hold for
/// every instance. For other isolation domains there is ``SendableInstantiator``.
public struct Instantiator<Instance: Instantiable> {
  private let scope = captureDependencies()
  private let make: (Instance.ForwardedProperties) -> Instance

  /// An instantiator that makes instances with `make`, in the scope of this place.
  public init(_ make: @escaping (Instance.ForwardedProperties) -> Instance) { self.make = make }

  /// Makes an instance.
  ///
  /// - Parameter forwarded: The values of its ``Forwarded()`` properties; several are a labelled
  ///   tuple.
  public func instantiate(_ forwarded: Instance.ForwardedProperties) -> Instance {
    scope.yield { make(forwarded) }
  }
}

extension Instantiator where Instance.ForwardedProperties == Void {
  /// An instantiator that makes instances with `make`, in the scope of this place.
  public init(_ make: @escaping () -> Instance) { self.init { (_: Void) in make() } }

  /// Makes an instance.
  public func instantiate() -> Instance { instantiate(()) }
}
