public import Dependence
public import Foundation

private enum NotificationCenterKey: PlaceholderDependencyKey {
  static var liveValue: NotificationCenter { .default }
  static var placeholder: NotificationCenter { NotificationCenter() }
  static var property: String? { "notificationCenter" }
  static var example: String { "NotificationCenter()" }
}

extension DependencyValues {
  /// The notification center of the process.
  ///
  /// A test that reads it without an override gets a new center, and an issue is reported.
  public var notificationCenter: NotificationCenter {
    get { self[_entry: NotificationCenterKey.self, property: \.notificationCenter] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}
