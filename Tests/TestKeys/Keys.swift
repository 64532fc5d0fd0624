package import Dependence

/// An object whose identity shows whether two reads returned the same object.
package final class Token: Sendable {
  package init() {}
}

package enum NumberKey: DependencyKey {
  package static var liveValue: Int { 1 }
  package static var previewValue: Int { 2 }
  package static var testValue: Int { 3 }
}

package enum TextKey: DependencyKey {
  package static var liveValue: String { "live" }
  package static var testValue: String { "test" }
}

package enum TokenKey: DependencyKey {
  package static var liveValue: Token { Token() }
  package static var testValue: Token { Token() }
}

extension DependencyValues {
  package var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  package var text: String {
    get { self[TextKey.self] }
    set { self[TextKey.self] = newValue }
  }

  package var token: Token {
    get { self[TokenKey.self] }
    set { self[TokenKey.self] = newValue }
  }
}
