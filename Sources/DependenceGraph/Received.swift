/// Marks a property that receives its value from an ancestor: a type that directly or indirectly
/// creates the enclosing type.
///
/// The ancestor must have a property with the same name and type that is marked ``Instantiated()``,
/// ``Forwarded()`` or
/// ``Received(fulfilledByDependencyNamed:ofType:erasedToConcreteExistential:onlyIfAvailable:)``.
@attached(peer)
public macro Received() = #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")

/// Marks an optional property that receives its value from an ancestor, if one provides it. An
/// ancestor is a type that directly or indirectly creates the enclosing type.
///
/// - Parameter onlyIfAvailable: Whether the value may be absent, in which case the property is
///   `nil`. If this argument is `false`, an ancestor must provide the value.
@attached(peer)
public macro Received(onlyIfAvailable: Bool) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")

/// Marks a property that receives the value of a property with a different name or type. The other
/// property belongs to the enclosing type itself or to an ancestor, which is a type that directly
/// or indirectly creates the enclosing type.
///
/// All types that the enclosing type creates, directly or indirectly, can receive the value under
/// the new name and type.
///
/// - Parameters:
///   - fulfilledByDependencyNamed: The name of the other property, as a string literal.
///   - ofType: The other property's type.
///   - erasedToConcreteExistential: Whether to wrap the value in this property's type, as in
///     `AnyView(screen)`. The default is `false`.
///   - onlyIfAvailable: Whether the value may be absent, in which case the property is `nil`. If
///     this argument is `false`, which is the default, the other property must exist.
@attached(peer)
public macro Received(
  fulfilledByDependencyNamed: StaticString,
  ofType: Any.Type,
  erasedToConcreteExistential: Bool = false,
  onlyIfAvailable: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "ReceivedMacro")
