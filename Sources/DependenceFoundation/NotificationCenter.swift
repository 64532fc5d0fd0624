public import Dependence
public import Foundation

private enum NotificationCenterKey: PlaceholderDependencyKey {
  static var liveValue: NotificationCenter { .default }
  static var placeholder: NotificationCenter { NotificationCenter() }
  static var property: String? { "notificationCenter" }
  static var example: String { "NotificationCenter()" }
}

extension DependencyValues {
  /// The process's default notification center.
  ///
  /// A test that reads the notification center without overriding it gets a new, separate
  /// notification center, and an issue is reported. No issue is reported in a
  /// closure that assigns overrides.
  public var notificationCenter: NotificationCenter {
    get { self[_entry: NotificationCenterKey.self, property: \.notificationCenter] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}
