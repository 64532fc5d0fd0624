/// The implementation shared by the members of a generated test double.
///
/// A generated double conforms to a protocol and replaces a dependency in a test. Each of its
/// members calls one of the functions below.
///
/// A protocol requirement cannot capture the source location of its caller. Issues about calls to a
/// double are therefore reported where the test created the root of the graph.
public struct _Double: Sendable {
  private let protocolName: String
  private let property: String
  private let location: _TestLocation

  /// Creates the shared implementation of a test double's members.
  ///
  /// - Parameters:
  ///   - protocolName: The name of the protocol that the double conforms to, for use in messages.
  ///   - property: The name of the `TestOverrides` property that a test can set to replace the
  ///     double.
  ///   - location: The source location where the test created the root of the graph.
  public init(of protocolName: String, as property: String, at location: _TestLocation) {
    self.protocolName = protocolName
    self.property = property
    self.location = location
  }

  /// Reports a call to `member` as an issue. Returns the error for `member` to throw.
  public func error(_ member: String) -> DependencyError {
    report(member)
    return .unimplemented(path(to: member))
  }

  /// Reports an issue about a call to `member`, which has no result.
  public func report(_ member: String) {
    reportUnimplemented(path(to: member), override: override, scopes: test, at: location.site)
  }

  /// Reports a call to `member` as an issue. Returns `value`, which `member` then returns to its
  /// caller.
  public func placeholder<Value>(_ member: String, _ value: Value) -> Value {
    report(member)
    return value
  }

  /// Reports a call to `member` as an issue and stops the process, because there is no placeholder
  /// value of the type that `member` returns.
  public func trap(_ member: String) -> Never {
    trapUnimplemented(path(to: member), override: override, scopes: test, at: location.site)
  }

  private func path(to member: String) -> String { "\(protocolName).\(member)" }
  private var override: String { "$0.\(property) = …" }
  private var test: String { "\(location.root).test { … }" }
}
