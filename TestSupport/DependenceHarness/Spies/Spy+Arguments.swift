// What a spy does with each of its arguments.

extension Spy {
  /// Arguments as at a call.
  static func text(of argument: repeat each Argument) -> String {
    var values: [Any] = []
    for argument in repeat each argument { values.append(argument) }
    return CallText.arguments(values)
  }
}

extension Spy where repeat each Argument: Equatable {
  /// Whether `call` was made with these arguments.
  static func isCall(_ call: Call, madeWith expected: repeat each Argument) -> Bool {
    for (actual, expected) in repeat (each call.arguments, each expected) {
      if actual != expected { return false }
    }
    return true
  }
}
