public import Dependence
public import Foundation

private enum CalendarKey: PlaceholderDependencyKey {
  static var liveValue: Calendar { .autoupdatingCurrent }
  static var placeholder: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = LocaleKey.placeholder
    calendar.timeZone = .gmt
    return calendar
  }
  static var property: String? { "calendar" }
  static var example: String { "Calendar(identifier: .gregorian)" }
}

extension DependencyValues {
  /// The user's calendar, as it is now.
  ///
  /// Read in a test that did not override it, it is a reported issue, and the Gregorian calendar in
  /// GMT. To assign through it (`$0.calendar.timeZone = …`) starts from that one and reports nothing.
  public var calendar: Calendar {
    get { self[_entry: CalendarKey.self, property: \.calendar] }
    set { self[CalendarKey.self] = newValue }
  }
}

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
    get { self[_entry: TimeZoneKey.self, property: \.timeZone] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
