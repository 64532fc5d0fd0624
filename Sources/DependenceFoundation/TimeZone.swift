public import Dependence
public import Foundation

private enum TimeZoneKey: PlaceholderDependencyKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }
  static var placeholder: TimeZone { .gmt }
  static var property: String? { "timeZone" }
  static var example: String { ".gmt" }
}

extension DependencyValues {
  /// The user's time zone, as it is now.
  ///
  /// Read in a test that did not override it, it is a reported issue, and GMT.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
