/// Writes the initialiser and the unimplemented form of a client.
///
/// ```swift
/// @DependencyClient
/// struct SearchClient: Sendable {
///   var search: @Sendable (_ query: String) async throws -> [String]
///   var cancel: @Sendable () -> Void
/// }
/// ```
///
/// A client is a `Sendable` struct of `@Sendable` closures, its endpoints. The macro adds:
///
/// - A memberwise initialiser. Endpoints that are left out are unimplemented; an optional closure is
///   nil; a property with an initial value keeps it; everything else is required.
/// - `static var unimplemented`, if nothing is required. There, endpoints with an initial value are
///   unimplemented as well.
/// - A method for each endpoint, with the labels that its closure type names, so that
///   `client.search(query: "swift")` works beside `client.search("swift")`.
///
/// A call of an unimplemented endpoint is an issue that names the endpoint and the assignment which
/// implements it. Then an endpoint that has an initial value (`= { 0 }`) answers as that does, one that throws
/// throws `DependencyError`, one without a result returns, and any other traps: the macro warns of it.
/// An initial value is the remedy where `throws` is not wanted.
///
/// An optional closure that is nil stays nil. A private property with an initial value keeps it. A constant
/// (`let`) with an initial value can be implemented by no test, and reports only calls that go through a method:
/// the macro warns of it, too.
///
/// The issue stands at the caller, with two exceptions, which stand at the property: a closure that
/// was taken out of the client and called later, and a synchronous endpoint that asynchronous code
/// calls without labels.
///
/// A closure type behind a `typealias` is recognised where the alias is declared in the client
/// itself; for any other alias, mark the property with ``DependencyEndpoint()``.
///
/// Unless its declaration names a global actor, the client is nonisolated, even in a module whose default isolation is the
/// main actor.
///
/// - Parameter wrappable: Whether spies, faults, recorders and traces can wrap all endpoints of the client at once. The
///   value must be a literal. The code for this takes up to a fifth of the time that the compiler needs for the client, so
///   a module that consists of clients may turn it off.
@attached(member, names: named(init), named(unimplemented), named(_hasSentinels), named(_wrapped(by:)), arbitrary)
@attached(memberAttribute)
@attached(extension, conformances: _DependencyClient, _WrappableClient, _NonisolatedByDefault, names: named(init))
public macro DependencyClient(wrappable: Bool = true) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyClientMacro")
