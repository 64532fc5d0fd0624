/// Marks a property whose value the dependency graph creates together with the instance that
/// contains the property.
///
/// The property's type must be an ``Instantiable`` type, a type that an ``Instantiable`` type lists
/// in `fulfillingAdditionalTypes:`, or an ``Instantiator`` (a factory) of such a type. All types
/// that the enclosing type creates, directly or indirectly, can receive the value with
/// ``Received()``.
@attached(peer)
public macro Instantiated() =
  #externalMacro(module: "DependenceMacrosPlugin", type: "InstantiatedMacro")

/// Marks a property whose value the dependency graph creates, and specifies the concrete type to
/// create.
///
/// - Parameters:
///   - fulfilledByType: The name of the concrete type, as a string literal. Because the name is a
///     string, the property's file does not have to import the module that declares the type.
///   - erasedToConcreteExistential: Whether to wrap the created instance in the property's type.
///     For example, if the property's type is `AnyView`, generated code calls `AnyView(screen)`. If
///     this argument is `false`, which is the default, the instance is implicitly converted to the
///     property's type.
@attached(peer)
public macro Instantiated(
  fulfilledByType: StaticString,
  erasedToConcreteExistential: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "InstantiatedMacro")
