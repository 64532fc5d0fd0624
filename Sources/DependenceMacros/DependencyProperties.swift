/// Adds a private property to a type for each of the given dependencies.
///
/// ```swift
/// @DependencyProperties(\.searchClient, \.greeting)
/// final class SearchModel {
///   func results() async throws -> [String] { try await searchClient.search(greeting) }
/// }
/// ```
///
/// For example, the argument `\.searchClient` adds
/// `@Dependency(\.searchClient) private var searchClient`. In an `@Observable` class, the generated
/// properties are not observed. Each key path must refer to a single property of
/// `DependencyValues`.
@attached(member, names: arbitrary)
public macro DependencyProperties(_ keyPaths: PartialKeyPath<DependencyValues>...) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyPropertiesMacro")

/// Adds a private property to a type for each of the given dependencies.
@available(*, deprecated, renamed: "DependencyProperties")
@attached(member, names: arbitrary)
public macro Dependencies(_ keyPaths: PartialKeyPath<DependencyValues>...) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyPropertiesMacro")
