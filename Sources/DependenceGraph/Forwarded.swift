/// Marks a property whose value the caller supplies at run time, such as the signed-in user.
///
/// The caller passes the value to ``Instantiator/instantiate(_:)``. All types that the property's
/// enclosing type creates, directly or indirectly, can receive the value. The property's type does
/// not have to be ``Instantiable``.
@attached(peer)
public macro Forwarded() = #externalMacro(module: "DependenceMacrosPlugin", type: "ForwardedMacro")
