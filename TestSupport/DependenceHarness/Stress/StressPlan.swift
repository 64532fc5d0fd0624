import Dependence
import Foundation

/// How often something is run, how many at a time, and with which seed.
struct StressPlan: Sendable, Hashable {
  /// How many iterations may be asked to run at a time.
  static let concurrencies = 1...1_024

  let iterations: Int
  let concurrency: Int
  let seed: StressSeed
  /// What was called: `stress` or `.stress`.
  private let door: String
  /// Whether the caller chose the concurrency.
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

  /// What an iteration calls itself.
  func name(of number: Int) -> String { "iteration \(number) of \(iterations)" }

  /// What an issue of an iteration says about where it comes from.
  func note(for number: Int) -> String { "in \(name(of: number)), \(advice)" }

  /// The seed, and how to use it again.
  var advice: String {
    let width = isConcurrencyGiven ? ", concurrency: \(concurrency)" : ""
    let call = "\(door)(iterations: \(iterations)\(width), seed: \(seed.value))"
    return "seed \(seed.value): \(seed.advice(repeating: call))"
  }
}
