public import Dependence
public import Foundation

private enum PreferredLocalesKey: PlaceholderDependencyKey {
  static var liveValue: [Locale] { Locale.preferredLanguages.map(Locale.init(identifier:)) }
  static var placeholder: [Locale] { [LocaleKey.placeholder] }
  static var property: String? { "preferredLocales" }
  static var example: String { #"[Locale(identifier: "en_US")]"# }
}

extension DependencyValues {
  /// The locales that the user prefers, best first, as they were when the program first asked.
  ///
  /// Read in a test that did not override it, it is a reported issue, and `en_US_POSIX` alone.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }
}
