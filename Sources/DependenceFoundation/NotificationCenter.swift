public import Dependence
public import Foundation

private enum NotificationCenterKey: PlaceholderDependencyKey {
  static var liveValue: NotificationCenter { .default }
  static var placeholder: NotificationCenter { NotificationCenter() }
  static var property: String? { "notificationCenter" }
  static var example: String { "NotificationCenter()" }
}

extension DependencyValues {
  /// The program's notification centre.
  ///
  /// Read in a test that did not override it, it is a reported issue, and a centre of this test's own.
  public var notificationCenter: NotificationCenter {
    get { self[_entry: NotificationCenterKey.self, property: \.notificationCenter] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}
