import Dependence

final class Token: Sendable {}

enum NumberKey: DependencyKey {
  static var liveValue: Int { 1 }
  static var testValue: Int { 3 }
}

enum TokenKey: DependencyKey {
  static var liveValue: Token { Token() }
  static var testValue: Token { Token() }
}

/// The path that a value took through the traits.
enum PathKey: DependencyKey {
  static var liveValue: [String] { [] }
  static var testValue: [String] { [] }
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  var token: Token {
    get { self[TokenKey.self] }
    set { self[TokenKey.self] = newValue }
  }

  var path: [String] {
    get { self[PathKey.self] }
    set { self[PathKey.self] = newValue }
  }
}
