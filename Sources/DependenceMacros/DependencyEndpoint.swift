/// Marks a property as an endpoint of a client declared with ``DependencyClient(wrappable:)``. The
/// attribute is necessary if the property's type is a `typealias` that is generic or declared
/// outside the client, because the macro cannot tell that such an alias is a closure type.
///
/// Like any other endpoint, the property is unimplemented by default, but no method with argument
/// labels is generated for it. Using the attribute outside a client is an error.
@attached(peer)
public macro DependencyEndpoint() =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEndpointMacro")
