/// Makes the value of a property together with the instance that it is a property of.
///
/// The property's type is ``Instantiable``, or one of those that an ``Instantiable`` type names in
/// `fulfillingAdditionalTypes:`, or an ``Instantiator`` of one. Everything that is made below can
/// receive the value.
@attached(peer)
public macro Instantiated() =
  #externalMacro(module: "DependenceMacrosPlugin", type: "InstantiatedMacro")

/// Makes the value of a property together with the instance that it is a property of, and says which
/// type it is behind the property's own.
///
/// - Parameters:
///   - fulfilledByType: The name of the type that is instantiated, as a string literal, so that this
///     module need not see it.
///   - erasedToConcreteExistential: Whether the property's type wraps what is made, as `AnyView`
///     does: `AnyView(screen)` instead of `screen as AnyView`. False by default.
@attached(peer)
public macro Instantiated(
  fulfilledByType: StaticString,
  erasedToConcreteExistential: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "InstantiatedMacro")
