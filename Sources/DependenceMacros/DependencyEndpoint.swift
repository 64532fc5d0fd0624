/// Marks a property of a ``DependencyClient(wrappable:)`` as an endpoint. This is necessary if the closure
/// type is a `typealias` that is declared elsewhere, because the macro cannot recognize such a
/// type.
///
/// Such an endpoint is unimplemented like any other, but it gets no method with argument labels.
/// Outside a client, the attribute is an error.
@attached(peer)
public macro DependencyEndpoint() =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEndpointMacro")
