/// Takes the value of a property from above: from a property of the same name and type that is
/// ``Instantiated()`` or ``Forwarded()`` on the way from the root.
@attached(peer)
public macro Received() = #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")

/// Takes the value of an optional property from above, if it is there.
///
/// - Parameter onlyIfAvailable: Whether nil will do where nothing above has the value.
@attached(peer)
public macro Received(onlyIfAvailable: Bool) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")

/// Takes the value of a property from a property above that has another name or another type.
///
/// What is made below can receive it under its new name and type.
///
/// - Parameters:
///   - fulfilledByDependencyNamed: The name of the property above, as a string literal.
///   - ofType: The type of the property above.
///   - erasedToConcreteExistential: Whether this property's type wraps the value, as `AnyView` does.
///     False by default.
///   - onlyIfAvailable: Whether nil will do where nothing above has the value. False by default.
@attached(peer)
public macro Received(
  fulfilledByDependencyNamed: StaticString,
  ofType: Any.Type,
  erasedToConcreteExistential: Bool = false,
  onlyIfAvailable: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")
