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
  /// The user's current calendar.
  ///
  /// If a test reads the calendar without overriding it, an issue is reported, and the test
  /// receives the Gregorian calendar in GMT. No issue is reported in a closure that assigns
  /// overrides, so `$0.calendar.timeZone = …` can modify that calendar.
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
  /// The user's current time zone.
  ///
  /// If a test reads the time zone without overriding it, an issue is reported, and the test
  /// receives GMT. Reads in a closure that assigns overrides are not reported.
  public var timeZone: TimeZone {
    get { self[_entry: TimeZoneKey.self, property: \.timeZone] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
