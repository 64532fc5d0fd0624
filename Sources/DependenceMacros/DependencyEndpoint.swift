/// Marks a property of a client as an endpoint: see ``DependencyClient(wrappable:)``. The attribute
/// is necessary if the property's type is a `typealias` that is declared outside the client,
/// because the macro cannot see that the alias is a closure type.
///
/// Like any other endpoint, the property is unimplemented by default, but it gets no method with
/// argument labels. Using the attribute outside a client is an error.
@attached(peer)
public macro DependencyEndpoint() =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEndpointMacro")
