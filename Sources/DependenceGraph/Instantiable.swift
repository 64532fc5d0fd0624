/// A type that a dependency graph can make.
///
/// The macro ``Instantiable(fulfillingAdditionalTypes:isRoot:conformsElsewhere:)`` writes what the
/// protocol asks for.
public protocol Instantiable {
  /// The values to hand over for an instance: the type's ``Forwarded()`` property, a labelled
  /// tuple of several, or nothing.
  associatedtype ForwardedProperties = Void
}

/// Lets the dependency graph make instances of a type.
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
/// The macro goes on a struct, a class or an actor, and adds what is not there: `ForwardedProperties`,
/// and an initialiser with one parameter for each property that is ``Instantiated()``,
/// ``Received()`` or ``Forwarded()``. An initialiser of your own has these parameters too, in any
/// order; others have default values. The conformance it can only offer as a fix-it: a macro that
/// conforms types cannot be attached to extensions. Nested and generic types work as any other; a
/// private type does not, because code in another file makes it.
///
/// On an extension the macro stands for a type that is declared elsewhere. There a
/// `static func instantiate(…)` makes the instance, and its parameters are what it receives.
///
/// - Parameters:
///   - fulfillingAdditionalTypes: The protocols and superclasses as which the type can be
///     instantiated too.
///   - isRoot: Whether an `init()` that makes the whole graph is wanted, even if somebody else
///     instantiates the type. A type that needs nothing from outside and that nobody instantiates is
///     a root anyway.
///   - conformsElsewhere: Whether another extension conforms the type to ``Instantiable``.
@attached(member, conformances: Instantiable, names: named(ForwardedProperties), named(init))
public macro Instantiable(
  fulfillingAdditionalTypes: [Any.Type] = [],
  isRoot: Bool = false,
  conformsElsewhere: Bool = false
) = #externalMacro(module: "DependenceMacrosPlugin", type: "InstantiableMacro")
