/// Takes the value of a property from whoever instantiates the type: something that is only known
/// while the app runs, such as a user.
///
/// The value goes through ``Instantiator/instantiate(_:)``, and everything that is made below can
/// receive it. Its type need not be ``Instantiable``.
@attached(peer)
public macro Forwarded() = #externalMacro(module: "DependenceMacrosPlugin", type: "ForwardedMacro")
