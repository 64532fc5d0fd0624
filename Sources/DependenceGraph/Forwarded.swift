/// Marks a property whose value is known only at run time, such as the signed-in user.
///
/// The code that creates an instance passes the value to ``Instantiator/instantiate(_:)``. All
/// types that the property's enclosing type creates, directly or indirectly, can receive the value
/// with ``Received()``. The property's type does not have to be ``Instantiable``.
@attached(peer)
public macro Forwarded() = #externalMacro(module: "DependenceMacrosPlugin", type: "ForwardedMacro")
