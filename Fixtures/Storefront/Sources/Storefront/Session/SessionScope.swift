import DependenceMacros

/// The tag of the scope that lasts from a customer's login to their logout.
public enum SessionScope: ScopeTag {}

/// A session of a customer.
///
/// A session cannot be copied, and entering or closing a session consumes it. The compiler
/// therefore ensures that a session is not used after its end.
public typealias Session = ScopeToken<SessionScope, Customer>
