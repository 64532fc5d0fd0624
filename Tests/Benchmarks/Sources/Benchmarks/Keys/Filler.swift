import Dependence

/// One of a thousand keys that are never read. Scopes override these keys, so that other keys are
/// read among many overrides.
enum Filler<Hundreds: Digit, Tens: Digit, Ones: Digit>: SevenKey {}

/// A digit as a type. Three digits identify one of the thousand ``Filler`` keys.
protocol Digit: Sendable {}

enum Digits {
  enum Zero: Digit {}
  enum One: Digit {}
  enum Two: Digit {}
  enum Three: Digit {}
  enum Four: Digit {}
  enum Five: Digit {}
  enum Six: Digit {}
  enum Seven: Digit {}
  enum Eight: Digit {}
  enum Nine: Digit {}

  static let all: [any Digit.Type] = [
    Zero.self, One.self, Two.self, Three.self, Four.self,
    Five.self, Six.self, Seven.self, Eight.self, Nine.self,
  ]
}
