/// Marks a property of a ``DependencyClient()`` as an endpoint if its type does not show this,
/// because the closure type has a `typealias` that is declared elsewhere.
///
/// Such an endpoint is unimplemented like any other, but it gets no method with argument labels.
/// Outside a client, the attribute is an error.
@attached(peer)
public macro DependencyEndpoint() =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEndpointMacro")
