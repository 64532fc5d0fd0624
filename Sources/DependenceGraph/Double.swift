/// The shared implementation of a generated test double's members.
///
/// A generated test double conforms to a protocol and stands in for a dependency that a test does
/// not override. Each of its members calls one of this type's functions, which report the call as
/// an issue.
///
/// A member that implements a protocol requirement cannot capture its caller's source location, so
/// issues are reported where the test created the root of the dependency graph.
public struct _Double: Sendable {
  private let protocolName: String
  private let property: String
  private let location: _TestLocation

  /// Creates the shared implementation of a test double's members.
  ///
  /// - Parameters:
  ///   - protocolName: The name of the protocol that the double conforms to, shown in messages.
  ///   - property: The name of the `TestOverrides` property that a test can set to replace the
  ///     double.
  ///   - location: The source location where the test created the root of the graph.
  public init(of protocolName: String, as property: String, at location: _TestLocation) {
    self.protocolName = protocolName
    self.property = property
    self.location = location
  }

  /// Reports a call to `member` as an issue because the test does not override the dependency, and
  /// returns the error for `member` to throw.
  public func error(_ member: String) -> DependencyError {
    report(member)
    return .unimplemented(path(to: member))
  }

  /// Reports a call to `member` as an issue because the test does not override the dependency. Used
  /// for members that return nothing.
  public func report(_ member: String) {
    reportUnimplemented(path(to: member), override: override, scopes: test, at: location.site)
  }

  /// Reports a call to `member` as an issue because the test does not override the dependency, and
  /// returns `value`, a placeholder for `member` to return.
  public func placeholder<Value>(_ member: String, _ value: Value) -> Value {
    report(member)
    return value
  }

  /// Reports a call to `member` as an issue because the test does not override the dependency, and
  /// then terminates the process. Used for members whose return type has no placeholder value.
  public func trap(_ member: String) -> Never {
    trapUnimplemented(path(to: member), override: override, scopes: test, at: location.site)
  }

  private func path(to member: String) -> String { "\(protocolName).\(member)" }
  private var override: String { "$0.\(property) = …" }
  private var test: String { "\(location.root).test { … }" }
}
