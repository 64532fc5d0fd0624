public import Dependence

/// One run of stressed code.
public struct StressIteration: Sendable {
  /// Which iteration this is, from 1.
  public let number: Int
  /// The seed of the whole run.
  public let seed: UInt64
  /// Numbers for this iteration alone: the same for the same seed and number, whatever ran before.
  ///
  /// Copy it into a variable to draw from it.
  public var random: SeededRandomNumberGenerator

  init(_ number: Int, seed: UInt64) {
    self.number = number
    self.seed = seed
    // Not `seed + number`: neighbours would be handed the same numbers, shifted by one.
    var spread = SeededRandomNumberGenerator(seed: UInt64(number))
    random = SeededRandomNumberGenerator(seed: seed ^ spread.next())
  }

  /// The iteration that this task, or the one that started it, belongs to; nil outside.
  ///
  /// For tests with the trait `.stress`, which are handed nothing. Detached tasks, queues and threads
  /// do not see it.
  @TaskLocal public static var current: StressIteration?
}
