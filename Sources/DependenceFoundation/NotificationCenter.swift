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
  /// If a test reads the notification center without overriding it, an issue is reported, and the
  /// test receives a new, separate notification center. No issue is reported in a closure that
  /// assigns overrides.
  public var notificationCenter: NotificationCenter {
    get { self[_entry: NotificationCenterKey.self, property: \.notificationCenter] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}
