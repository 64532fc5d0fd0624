/// Marks a property whose value comes from an ancestor: a type that creates this type, directly or
/// indirectly.
///
/// The ancestor has a property of the same name and type that is marked ``Instantiated()`` or
/// ``Forwarded()``.
@attached(peer)
public macro Received() = #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")

/// Marks an optional property that receives its value only if an ancestor provides that value.
///
/// - Parameter onlyIfAvailable: Whether the property is allowed to be `nil` if no ancestor provides
///   the value.
@attached(peer)
public macro Received(onlyIfAvailable: Bool) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")

/// Marks a property that receives the value of an ancestor's property with another name or type.
///
/// All types that this property's owner creates, directly or indirectly, can receive the value
/// under the new name and type.
///
/// - Parameters:
///   - fulfilledByDependencyNamed: The name of the ancestor's property, as a string literal.
///   - ofType: The type of the ancestor's property.
///   - erasedToConcreteExistential: Whether the value is wrapped in the type of this property, as
///     in `AnyView(screen)`. The default is `false`.
///   - onlyIfAvailable: Whether the property is allowed to be `nil` if no ancestor provides the
///     value. The default is `false`.
@attached(peer)
public macro Received(
  fulfilledByDependencyNamed: StaticString,
  ofType: Any.Type,
  erasedToConcreteExistential: Bool = false,
  onlyIfAvailable: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")
