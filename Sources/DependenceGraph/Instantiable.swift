/// A type whose instances a dependency graph can create.
///
/// Attach the macro ``Instantiable(fulfillingAdditionalTypes:isRoot:conformsElsewhere:)`` to the
/// type to generate the members that this protocol requires.
public protocol Instantiable {
  /// The type of the values that a caller must pass to create an instance.
  ///
  /// This is the ``Forwarded()`` property's type, a labeled tuple if there are several such
  /// properties, or `Void` if there are none.
  associatedtype ForwardedProperties = Void
}

/// Lets the dependency graph create instances of a type.
///
/// ```swift
/// @Instantiable
/// final class ProfileScreen: Instantiable {
///   @Forwarded let user: User
///   @Received let session: any Session
///   @Instantiated let editor: ProfileEditor
/// }
/// ```
///
/// Attach the macro to a struct, a class or an actor. The macro adds `ForwardedProperties` and an
/// initializer with one parameter for each property marked ``Instantiated()``, ``Received()`` or
/// ``Forwarded()``. If you write the initializer yourself, give it the same parameters in any
/// order. Any additional parameters must have default values.
///
/// You must declare the conformance to ``Instantiable`` yourself, because a macro that adds
/// conformances cannot be attached to an extension. If the conformance is missing, the compiler
/// offers a fix-it. Nested and generic types are supported. Private types are not, because
/// generated code in another file creates the instances.
///
/// To add a type to the graph without changing its declaration, attach the macro to an extension of
/// that type. In the extension, declare a `static func instantiate(…)` that creates an instance.
/// Its parameters are the dependencies that the type receives.
///
/// - Parameters:
///   - fulfillingAdditionalTypes: Protocols and superclasses that this type fulfills. The graph
///     also creates an instance of this type for a property whose declared type is one of them.
///   - isRoot: Whether this type is always a root. A root is the starting point of the graph, and
///     its generated initializer creates the whole graph. By default, a type is a root only if no
///     other type instantiates it and it needs no values from a caller or from another type.
///   - conformsElsewhere: Whether another extension of the type declares the conformance to
///     ``Instantiable``. If so, the declaration that the macro is attached to does not need to.
@attached(member, conformances: Instantiable, names: named(ForwardedProperties), named(init))
public macro Instantiable(
  fulfillingAdditionalTypes: [Any.Type] = [],
  isRoot: Bool = false,
  conformsElsewhere: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "InstantiableMacro")
