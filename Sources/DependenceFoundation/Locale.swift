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
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }
}
