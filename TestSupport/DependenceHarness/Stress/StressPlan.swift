import Dependence
import Foundation

/// The iterations of a run, how many at a time, and their seed.
struct StressPlan: Sendable, Hashable {
  /// The concurrencies that a caller may ask for.
  static let concurrencies = 1...1_024

  let iterations: Int
  let concurrency: Int
  let seed: StressSeed
  /// The function's name: `stress` or `.stress`.
  private let door: String
  private let isConcurrencyGiven: Bool

  init(
    _ door: String,
    iterations: Int,
    concurrency: Int?,
    seed: UInt64?,
    environment: (String) -> String? = System.environmentVariable
  ) throws(StressMistake) {
    guard iterations >= 1 else { throw .iterations(iterations) }
    self.iterations = iterations
    isConcurrencyGiven = concurrency != nil
    self.concurrency = concurrency ?? max(2, ProcessInfo.processInfo.activeProcessorCount)
    guard Self.concurrencies.contains(self.concurrency) else {
      throw .concurrency(self.concurrency)
    }
    self.seed = try StressSeed(seed, environment: environment)
    self.door = door
  }

  /// The iterations that start together, wave by wave.
  var waves: [Range<Int>] {
    stride(from: 1, through: iterations, by: concurrency).map {
      $0..<min($0 + concurrency, iterations + 1)
    }
  }

  func name(of number: Int) -> String { "iteration \(number) of \(iterations)" }

  /// The origin of an issue, in words.
  func note(for number: Int) -> String { "in \(name(of: number)), \(advice)" }

  var advice: String {
    let width = isConcurrencyGiven ? ", concurrency: \(concurrency)" : ""
    let call = "\(door)(iterations: \(iterations)\(width), seed: \(seed.value))"
    return "seed \(seed.value): \(seed.advice(repeating: call))"
  }
}

/// The seed of a run: given, or from the environment, or random.
struct StressSeed: Sendable, Hashable {
  static let variable = "DEPENDENCE_STRESS_SEED"

  let value: UInt64
  /// True if the code says the seed, so that the environment variable would be ignored.
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

  /// The advice to get the same run again, given the call that would do it.
  func advice(repeating call: String) -> String {
    let variable = isGiven ? "" : " or \(Self.variable)=\(value)"
    return "repeat it with \(call)\(variable)"
  }
}

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
