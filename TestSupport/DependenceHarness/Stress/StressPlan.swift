import Dependence
import Foundation

/// The number of iterations of a stress test, its concurrency and its seed.
struct StressPlan: Sendable, Hashable {
  /// The values of `concurrency` that are allowed.
  static let concurrencies = 1...1_024

  let iterations: Int
  let concurrency: Int
  let seed: StressSeed
  /// The name of the API that the test uses: `stress` or `.stress`.
  private let apiName: String
  private let isConcurrencyGiven: Bool

  init(
    _ apiName: String,
    iterations: Int,
    concurrency: Int?,
    seed: UInt64?,
    environment: (String) -> String? = System.environmentVariable
  ) throws(StressConfigurationError) {
    guard iterations >= 1 else { throw .iterations(iterations) }
    self.iterations = iterations
    isConcurrencyGiven = concurrency != nil
    self.concurrency = concurrency ?? max(2, ProcessInfo.processInfo.activeProcessorCount)
    guard Self.concurrencies.contains(self.concurrency) else {
      throw .concurrency(self.concurrency)
    }
    self.seed = try StressSeed(seed, environment: environment)
    self.apiName = apiName
  }

  /// The ranges of iterations that start together.
  var waves: [Range<Int>] {
    stride(from: 1, through: iterations, by: concurrency).map {
      $0..<min($0 + concurrency, iterations + 1)
    }
  }

  func name(of number: Int) -> String { "iteration \(number) of \(iterations)" }

  /// Returns a note that names an iteration and explains how to repeat it.
  func note(for number: Int) -> String { "in \(name(of: number)), \(advice)" }

  var advice: String {
    let width = isConcurrencyGiven ? ", concurrency: \(concurrency)" : ""
    let call = "\(apiName)(iterations: \(iterations)\(width), seed: \(seed.value))"
    return "seed \(seed.value): \(seed.advice(repeating: call))"
  }
}

/// The seed of a stress test: a given number, the number in the environment, or a random one.
struct StressSeed: Sendable, Hashable {
  static let variable = "DEPENDENCE_STRESS_SEED"

  let value: UInt64
  /// Whether the code specifies the seed. In that case, the environment variable has no effect.
  let isGiven: Bool

  init(
    _ given: UInt64?,
    environment: (String) -> String? = System.environmentVariable
  ) throws(StressConfigurationError) {
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

  /// Returns advice on how to repeat the stress test with the same seed.
  ///
  /// - Parameter call: The call that repeats it.
  func advice(repeating call: String) -> String {
    let variable = isGiven ? "" : " or \(Self.variable)=\(value)"
    return "repeat it with \(call)\(variable)"
  }
}

enum StressConfigurationError: Error, Hashable {
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
