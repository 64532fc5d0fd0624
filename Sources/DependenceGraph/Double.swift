/// The behaviour of a generated double's members, as generated code refers to it.
///
/// A call is an issue at the place where the test made its root: the members of a protocol cannot
/// know their caller.
public struct _Double: Sendable {
  private let protocolName: String
  private let property: String
  private let place: _TestPlace

  /// A double for a protocol, in the place of the override `property` of a test.
  public init(of protocolName: String, as property: String, at place: _TestPlace) {
    self.protocolName = protocolName
    self.property = property
    self.place = place
  }

  /// Reports a call, and gives the error to throw.
  public func error(_ member: String) -> DependencyError {
    report(member)
    return .unimplemented(path(to: member))
  }

  /// Reports a call that has nothing to return.
  public func report(_ member: String) {
    reportUnimplemented(path(to: member), override: override, place: test, at: place.site)
  }

  /// Reports a call, and gives something harmless to return.
  public func placeholder<Value>(_ member: String, _ value: Value) -> Value {
    report(member)
    return value
  }

  /// Reports a call that wants a value which nobody has, and traps.
  public func trap(_ member: String) -> Never {
    trapUnimplemented(path(to: member), override: override, place: test, at: place.site)
  }

  private func path(to member: String) -> String { "\(protocolName).\(member)" }
  private var override: String { "$0.\(property) = …" }
  private var test: String { "\(place.root).test { … }" }
}
