/// Marks a property whose value comes from an ancestor in the dependency graph.
///
/// The ancestor has a property of the same name and type that is marked ``Instantiated()`` or
/// ``Forwarded()``.
@attached(peer)
public macro Received() = #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")

/// Marks an optional property whose value comes from an ancestor that may lack such a property.
///
/// - Parameter onlyIfAvailable: Whether the property may be `nil` where no ancestor has the value.
@attached(peer)
public macro Received(onlyIfAvailable: Bool) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")

/// Marks a property whose value comes from an ancestor's property with another name or type.
///
/// Instances created below this property's owner can receive the value under the new name and type.
///
/// - Parameters:
///   - fulfilledByDependencyNamed: The name of the ancestor's property, as a string literal.
///   - ofType: The type of the ancestor's property.
///   - erasedToConcreteExistential: Whether the type of this property wraps the value, as `AnyView`
///     does. The default is `false`.
///   - onlyIfAvailable: Whether the property may be `nil` where no ancestor has the value. The
///     default is `false`.
@attached(peer)
public macro Received(
  fulfilledByDependencyNamed: StaticString,
  ofType: Any.Type,
  erasedToConcreteExistential: Bool = false,
  onlyIfAvailable: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")
