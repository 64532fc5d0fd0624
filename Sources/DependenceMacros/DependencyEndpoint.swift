/// Says that a property of a ``DependencyClient()`` is an endpoint, where its type does not show it:
/// a closure type behind a `typealias` that is declared elsewhere.
///
/// Such an endpoint is unimplemented like any other; only its methods with labels are missing. Anywhere else, the
/// attribute is an error.
@attached(peer)
public macro DependencyEndpoint() =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyEndpointMacro")
