import DependenceMacros

/// The scope from a customer's login to their logout.
public enum SessionScope: ScopeTag {}

/// A session that has begun.
///
/// It cannot be copied, and to enter or to close it uses it up: the compiler sees to it that no
/// session goes on after its end.
public typealias Session = ScopeToken<SessionScope, Customer>
