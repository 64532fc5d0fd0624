import Dependence

/// An object whose identity shows whether two reads got the same one.
final class Token: Sendable {}

enum NumberKey: DependencyKey {
  static var liveValue: Int { 1 }
  static var previewValue: Int { 2 }
  static var testValue: Int { 3 }
}

enum TextKey: DependencyKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

enum TokenKey: DependencyKey {
  static var liveValue: Token { Token() }
  static var testValue: Token { Token() }
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  var text: String {
    get { self[TextKey.self] }
    set { self[TextKey.self] = newValue }
  }

  var token: Token {
    get { self[TokenKey.self] }
    set { self[TokenKey.self] = newValue }
  }
}
