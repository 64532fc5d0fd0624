/// The behaviour that all members of a generated double share. A double replaces a dependency in a
/// test. Generated code uses this type.
///
/// A protocol requirement cannot capture the source location of its caller. Calls to a double are
/// therefore reported as issues at the location where the test created the root of the graph.
public struct _Double: Sendable {
  private let protocolName: String
  private let property: String
  private let location: _TestLocation

  /// Creates the behaviour that the members of a double share.
  ///
  /// - Parameters:
  ///   - protocolName: The name of the protocol that the double implements, for use in messages.
  ///   - property: The property of `TestOverrides` with which a test can replace the double.
  ///   - location: The source location where the test created the root of the graph.
  public init(of protocolName: String, as property: String, at location: _TestLocation) {
    self.protocolName = protocolName
    self.property = property
    self.location = location
  }

  /// Reports a call to `member` as an issue, and returns the error that the member throws.
  public func error(_ member: String) -> DependencyError {
    report(member)
    return .unimplemented(path(to: member))
  }

  /// Reports a call to `member`, which has no result, as an issue.
  public func report(_ member: String) {
    reportUnimplemented(path(to: member), override: override, scopes: test, at: location.site)
  }

  /// Reports a call to `member` as an issue, and returns `value` as the result of the member.
  public func placeholder<Value>(_ member: String, _ value: Value) -> Value {
    report(member)
    return value
  }

  /// Reports a call to `member` as an issue and traps, because the member has no value to return.
  public func trap(_ member: String) -> Never {
    trapUnimplemented(path(to: member), override: override, scopes: test, at: location.site)
  }

  private func path(to member: String) -> String { "\(protocolName).\(member)" }
  private var override: String { "$0.\(property) = …" }
  private var test: String { "\(location.root).test { … }" }
}
