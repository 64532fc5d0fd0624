public import Dependence
public import Foundation

enum LocaleKey: PlaceholderDependencyKey {
  static var liveValue: Locale { .autoupdatingCurrent }
  static var placeholder: Locale { Locale(identifier: "en_US_POSIX") }
  static var property: String? { "locale" }
  static var example: String { #"Locale(identifier: "en_US")"# }
}

extension DependencyValues {
  /// The user's current locale.
  ///
  /// If a test reads the locale without overriding it, an issue is reported, and the test receives
  /// `en_US_POSIX`. Reads in a closure that assigns overrides are not reported.
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
  /// The user's preferred locales, in order of preference. The list is determined at the first read
  /// and does not change afterward.
  ///
  /// If a test reads the list without overriding it, an issue is reported, and the list contains
  /// only `en_US_POSIX`. Reads in a closure that assigns overrides are not reported.
  public var preferredLocales: [Locale] {
    get { self[_entry: PreferredLocalesKey.self, property: \.preferredLocales] }
    set { self[PreferredLocalesKey.self] = newValue }
  }
}
