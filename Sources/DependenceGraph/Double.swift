/// The shared behaviour of the members of a generated double. Generated code uses this type.
///
/// A protocol requirement cannot capture the source location of its caller. Calls are therefore
/// reported as issues at the location where the test created its root.
public struct _Double: Sendable {
  private let protocolName: String
  private let property: String
  private let location: _TestLocation

  /// Creates the behaviour of a double for a protocol.
  ///
  /// - Parameters:
  ///   - protocolName: The name of the protocol, for messages.
  ///   - property: The member of `TestOverrides` with which a test can replace the double.
  ///   - place: The source location where the test created its root.
  public init(of protocolName: String, as property: String, at location: _TestLocation) {
    self.protocolName = protocolName
    self.property = property
    self.location = location
  }

  /// Reports a call to `member` as an issue and returns the error for the caller to throw.
  public func error(_ member: String) -> DependencyError {
    report(member)
    return .unimplemented(path(to: member))
  }

  /// Reports a call to `member`, a requirement without a result, as an issue.
  public func report(_ member: String) {
    reportUnimplemented(path(to: member), override: override, scopes: test, at: location.site)
  }

  /// Reports a call to `member` as an issue and returns `value` as a harmless result.
  public func placeholder<Value>(_ member: String, _ value: Value) -> Value {
    report(member)
    return value
  }

  /// Reports a call to `member` as an issue and traps, because the member cannot return normally.
  public func trap(_ member: String) -> Never {
    trapUnimplemented(path(to: member), override: override, scopes: test, at: location.site)
  }

  private func path(to member: String) -> String { "\(protocolName).\(member)" }
  private var override: String { "$0.\(property) = …" }
  private var test: String { "\(location.root).test { … }" }
}
