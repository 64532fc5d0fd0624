public import Dependence
public import Foundation

enum LocaleKey: PlaceholderDependencyKey {
  static var liveValue: Locale { .autoupdatingCurrent }
  static var placeholder: Locale { Locale(identifier: "en_US_POSIX") }
  static var property: String? { "locale" }
  static var example: String { #"Locale(identifier: "en_US")"# }
}

extension DependencyValues {
  /// The user's locale, as it is now.
  ///
  /// Read in a test that did not override it, it is a reported issue, and `en_US_POSIX`.
  public var locale: Locale {
    get { self[_entry: LocaleKey.self, property: \.locale] }
    set { self[LocaleKey.self] = newValue }
  }
}

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
    get { self[_entry: PreferredLocalesKey.self, property: \.preferredLocales] }
    set { self[PreferredLocalesKey.self] = newValue }
  }
}
