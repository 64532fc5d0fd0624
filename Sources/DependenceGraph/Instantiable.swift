/// A type whose instances a dependency graph can create.
///
/// The macro ``Instantiable(fulfillingAdditionalTypes:isRoot:conformsElsewhere:)`` generates the
/// requirements of this protocol.
public protocol Instantiable {
  /// The values that a caller supplies to create an instance: the value of the only ``Forwarded()``
  /// property, a labelled tuple of several, or `Void` if there are none.
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
/// ``Forwarded()``, unless the type declares them itself. If you write the initializer, give it
/// these parameters in any order. All other parameters need default values.
///
/// The macro cannot add the conformance to ``Instantiable``, because a macro that adds conformances
/// cannot be attached to an extension. A fix-it offers the conformance instead. Nested and generic
/// types are supported. Private types are not, because generated code in another file creates the
/// instances.
///
/// To add a type that is declared elsewhere, attach the macro to an extension of that type. The
/// extension declares a `static func instantiate(…)` that creates an instance. The parameters of
/// this function are the dependencies that the type receives.
///
/// - Parameters:
///   - fulfillingAdditionalTypes: The protocols and superclasses for which the graph may also use
///     this type.
///   - isRoot: Whether to generate an initializer that creates the whole graph even if another type
///     instantiates this type. A type that no other type instantiates and that needs no values from
///     outside is always a root.
///   - conformsElsewhere: Whether another extension declares the conformance to ``Instantiable``.
@attached(member, conformances: Instantiable, names: named(ForwardedProperties), named(init))
public macro Instantiable(
  fulfillingAdditionalTypes: [Any.Type] = [],
  isRoot: Bool = false,
  conformsElsewhere: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "InstantiableMacro")
