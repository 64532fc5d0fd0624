/// Generates the initializer and the unimplemented instance of a client.
///
/// ```swift
/// @DependencyClient
/// struct SearchClient: Sendable {
///   var search: @Sendable (_ query: String) async throws -> [String]
///   var cancel: @Sendable () -> Void
/// }
/// ```
///
/// A client is a `Sendable` struct whose properties are `@Sendable` closures. These closures are
/// its endpoints. The macro adds:
///
/// - A memberwise initializer. An omitted endpoint is unimplemented, an omitted optional closure is
///   `nil`, and an omitted property keeps its initial value. All other arguments are required.
/// - The property `static var unimplemented`, if no argument is required. In this instance,
///   endpoints with an initial value are unimplemented as well.
/// - A method for each endpoint with the argument labels of its closure type.
///   `client.search(query: "swift")` then has the same effect as `client.search("swift")`.
///
/// A call of an unimplemented endpoint reports an issue that names the endpoint and contains the
/// code of an override. Afterwards, an endpoint with an initial value (`= { 0 }`) returns the
/// result of that closure, a throwing endpoint throws `DependencyError`, and an endpoint without a
/// result returns. Any other endpoint traps, and the macro warns about it. Give such an endpoint an
/// initial value if it should not throw.
///
/// An optional closure that is `nil` stays `nil`, and a private property keeps its initial value. A
/// test cannot override a constant (`let`) that has an initial value. Calls of such an endpoint are
/// reported only if they use its method, and the macro warns about it.
///
/// The issue has the source location of the call. It has the location of the property if a closure
/// is copied from the client, or if asynchronous code calls a synchronous endpoint without labels.
///
/// The macro recognizes a `typealias` for a closure type only if it is declared in the client. For
/// any other alias, mark the property with ``DependencyEndpoint()``.
///
/// The client is nonisolated unless its declaration names a global actor, even in a module whose
/// default isolation is the main actor.
///
/// - Parameter wrappable: Whether spies, faults, recorders and traces can wrap all endpoints of the
///   client at once. The value must be a literal. Generating this code takes up to a fifth of the
///   compile time of the client, so modules with many clients can turn it off.
@attached(
  member,
  names: named(init),
  named(unimplemented),
  named(_hasSentinels),
  named(_wrapped(by:)),
  arbitrary
)
@attached(memberAttribute)
@attached(
  extension,
  conformances: _DependencyClient,
  _WrappableClient,
  _NonisolatedByDefault,
  names: named(init)
)
public macro DependencyClient(wrappable: Bool = true) =
  #externalMacro(module: "DependenceMacrosPlugin", type: "DependencyClientMacro")
