import Dependence

/// The seed of a run: given, or from the environment, or random.
struct StressSeed: Sendable, Hashable {
  /// The environment variable with the seed of every run that is given none.
  static let variable = "DEPENDENCE_STRESS_SEED"

  let value: UInt64
  /// Whether the environment variable would be ignored, because the code says the seed.
  let isGiven: Bool

  init(
    _ given: UInt64?,
    environment: (String) -> String? = System.environmentVariable
  ) throws(StressMistake) {
    isGiven = given != nil
    if let given {
      value = given
    } else if let text = environment(Self.variable) {
      guard let number = UInt64(text) else { throw .seed(text) }
      value = number
    } else {
      value = .random(in: .min ... .max)
    }
  }

  /// How to get the same run again, given the call that would do it.
  func advice(repeating call: String) -> String {
    let variable = isGiven ? "" : " or \(Self.variable)=\(value)"
    return "repeat it with \(call)\(variable)"
  }
}

/// What is wrong with the arguments of a run.
enum StressMistake: Error, Hashable {
  case iterations(Int)
  case concurrency(Int)
  case seed(String)

  var message: String {
    switch self {
    case .iterations(let count):
      "stress cannot run \(count) iterations, so nothing was run. Pass 1 or more."
    case .concurrency(let count):
      """
      stress cannot run \(count) iterations at a time, so nothing was run. Pass a concurrency from \
      \(StressPlan.concurrencies.lowerBound) to \(StressPlan.concurrencies.upperBound).
      """
    case .seed(let text):
      """
      \(StressSeed.variable) is "\(text)", which is no seed, so nothing was run. Set it to a whole \
      number from 0 to \(UInt64.max), or unset it.
      """
    }
  }
}
