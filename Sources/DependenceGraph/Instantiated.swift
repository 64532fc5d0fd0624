/// Marks a property whose value the dependency graph creates together with the property's owner.
///
/// The type of the property is ``Instantiable``, a type listed in the `fulfillingAdditionalTypes:`
/// of an ``Instantiable`` type, or an ``Instantiator`` of such a type. All types that the owner
/// creates, directly or indirectly, can receive the value.
@attached(peer)
public macro Instantiated() =
  #externalMacro(module: "DependenceMacrosPlugin", type: "InstantiatedMacro")

/// Marks a property whose value the dependency graph creates, and names the concrete type to
/// create.
///
/// - Parameters:
///   - fulfilledByType: The name of the concrete type, as a string literal. Because the name is a
///     string, the module of the property does not have to import the type.
///   - erasedToConcreteExistential: Whether the created instance is wrapped in the type of the
///     property. If `true`, generated code calls `AnyView(screen)`, for example, instead of
///     converting the instance. The default is `false`.
@attached(peer)
public macro Instantiated(
  fulfilledByType: StaticString,
  erasedToConcreteExistential: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "InstantiatedMacro")
