import Dependence
import Foundation

/// The settings of a stress test: the number of iterations, how many of them run at once, and the
/// seed.
struct StressPlan: Sendable, Hashable {
  /// The allowed range for the number of iterations that run at the same time.
  static let concurrencies = 1...1_024

  let iterations: Int
  let concurrency: Int
  let seed: StressSeed
  /// The name of the API that the test uses, `stress` or `.stress`, shown in error messages.
  private let apiName: String
  private let isConcurrencyGiven: Bool

  init(
    _ apiName: String,
    iterations: Int,
    concurrency: Int?,
    seed: UInt64?,
    environment: @autoclosure () -> String? = RepetitionRequest.stress.take()
  ) throws(StressConfigurationError) {
    guard iterations >= 1 else { throw .iterations(iterations) }
    self.iterations = iterations
    isConcurrencyGiven = concurrency != nil
    self.concurrency = concurrency ?? max(2, ProcessInfo.processInfo.activeProcessorCount)
    guard Self.concurrencies.contains(self.concurrency) else {
      throw .concurrency(self.concurrency)
    }
    self.seed = try StressSeed(seed, environment: environment())
    self.apiName = apiName
  }

  /// The iteration numbers, divided into waves. All iterations in a wave start at the same time,
  /// after all iterations in the previous wave have ended.
  var waves: some Sequence<ClosedRange<Int>> {
    stride(from: 1, through: iterations, by: concurrency).lazy.map {
      $0...($0 + min(concurrency - 1, iterations - $0))
    }
  }

  func name(of number: Int) -> String { "iteration \(number) of \(iterations)" }

  /// Returns a phrase for messages that identifies an iteration and explains how to repeat it, such
  /// as "in iteration 3 of 100, seed 7: repeat it with stress(iterations: 100, seed: 7)".
  func note(for number: Int) -> String { "in \(name(of: number)), \(advice)" }

  var advice: String {
    let width = isConcurrencyGiven ? ", concurrency: \(concurrency)" : ""
    let call = "\(apiName)(iterations: \(iterations)\(width), seed: \(seed.value))"
    return "seed \(seed.value): \(seed.advice(repeating: call))"
  }
}

/// The seed of a stress test, which is specified in code, set in the environment, or chosen at
/// random.
struct StressSeed: Sendable, Hashable {
  static let variable = RepetitionRequest.stress.variable

  let value: UInt64
  /// Whether the seed is specified in code. If it is, the environment variable has no effect.
  let isGiven: Bool

  init(
    _ given: UInt64?,
    environment: @autoclosure () -> String? = RepetitionRequest.stress.take()
  ) throws(StressConfigurationError) {
    isGiven = given != nil
    if let given {
      value = given
    } else if let text = environment() {
      guard let number = UInt64(text) else { throw .seed(text) }
      value = number
    } else {
      value = .random(in: .min ... .max)
    }
  }

  /// Returns a clause that explains how to repeat the stress test with the same seed.
  ///
  /// - Parameter call: Source code that repeats the test, such as `stress(seed: 7)`.
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
      stress cannot run \(count) iterations at a time, so nothing was run. Pass a value from \
      \(StressPlan.concurrencies.lowerBound) to \(StressPlan.concurrencies.upperBound) as `concurrency:`.
      """
    case .seed(let text):
      """
      The environment variable \(StressSeed.variable) is "\(text)", which is not a seed, so nothing was run. Set it to a \
      whole number from 0 to \(UInt64.max), or unset it.
      """
    }
  }
}
