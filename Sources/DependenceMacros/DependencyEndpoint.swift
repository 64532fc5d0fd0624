/// Marks a property of a client as an endpoint: see ``DependencyClient(wrappable:)``. The attribute
/// is necessary if the property's closure type is a `typealias` that is declared outside the
/// client, because the macro cannot see that the type is a closure.
///
/// Like any other endpoint, such an endpoint is unimplemented by default, but it gets no method
/// with argument labels. Using the attribute outside a client is an error.
@attached(peer)
public macro DependencyEndpoint() =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEndpointMacro")
