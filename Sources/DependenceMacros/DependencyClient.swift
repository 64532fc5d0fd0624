/// Generates an initializer, methods and an unimplemented instance for a client.
///
/// ```swift
/// @DependencyClient
/// struct SearchClient: Sendable {
///   var search: @Sendable (_ query: String) async throws -> [String]
///   var cancel: @Sendable () -> Void
/// }
/// ```
///
/// A client is a `Sendable` struct whose properties are `@Sendable` closures, called its endpoints.
/// The macro adds:
///
/// - A memberwise initializer. An endpoint that you omit is unimplemented, an optional closure is
///   `nil`, and a property with an initial value keeps that value. All other arguments are
///   required.
/// - The property `static var unimplemented`, unless the initializer has a required argument. All
///   endpoints of this instance are unimplemented, even those with an initial value.
/// - For each endpoint, a method with the closure type's argument labels. For example,
///   `client.search(query: "swift")` has the same effect as `client.search("swift")`. No method is
///   generated if it could not forward its arguments to the closure, for example because they are
///   variadic. If you declare a method with the same name and argument labels, it replaces the
///   generated one. Give your method an additional parameter, such as one with a default value.
///   Without it, the method may have the same parameter types as the closure. A reference such as
///   `client.search` then refers to the method instead of the endpoint, and the macro warns about
///   it.
///
/// Calling an unimplemented endpoint reports an issue that names the endpoint and shows the code to
/// override it. An endpoint with an initial value, such as `= { 0 }`, then returns that closure's
/// result. Otherwise, a throwing endpoint throws a `DependencyError`, and an endpoint without a
/// result simply returns. Any other endpoint traps, and the macro warns about it. To avoid the
/// trap, make the endpoint throw, or give it an initial value.
///
/// In the `unimplemented` instance, an optional closure that is `nil` stays `nil`, and a private
/// property keeps its initial value. A constant (`let`) with an initial value keeps it, too. Tests
/// cannot override such a constant, and only calls to its generated method are reported, so the
/// macro warns about it.
///
/// An issue is usually reported at the call site. It is reported at the property's declaration if
/// the endpoint has no generated method, if the closure is copied out of the client, or if
/// asynchronous code calls a synchronous endpoint without argument labels.
///
/// The macro can tell that a `typealias` is a closure type only if the alias is declared inside the
/// client and is not generic. For any other type alias, mark the property with
/// ``DependencyEndpoint()``. If the attribute is missing and the initial value is a closure, such
/// as `{ 0 }`, the macro reports an error.
///
/// Unless you mark the struct with a global actor, the client is nonisolated, even in a module
/// whose default isolation is the main actor.
///
/// - Parameter wrappable: Whether spies, faults, recorders and traces can wrap all endpoints of the
///   client at once. The value must be a literal. The code that makes this possible takes up to a
///   fifth of the client's compile time, so consider passing `false` in modules with many clients.
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
