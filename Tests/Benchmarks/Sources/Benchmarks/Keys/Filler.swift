import Dependence

/// One of a thousand keys that fill scopes with other overrides.
enum Filler<Hundreds: Digit, Tens: Digit, Ones: Digit>: SevenKey {}

/// A digit type. Three of them identify one of a thousand keys.
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
