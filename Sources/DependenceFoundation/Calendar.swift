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
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }
}
