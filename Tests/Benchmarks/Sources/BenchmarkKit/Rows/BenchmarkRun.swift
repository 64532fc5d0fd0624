import Dependence

/// One round of a row, which is passed to the closure of the row.
///
/// This class is not `Sendable`, so the measured closure has to await any tasks that it creates.
package final class BenchmarkRun {
  /// The number of times to perform the work.
  package let iterations: Int
  private let meter: AllocationMeter?

  /// The cost of the measured closure, or `nil` before it has ended.
  package private(set) var sample: Sample?
  /// Descriptions of the checks that failed.
  package private(set) var errors: [String] = []

  /// - Parameter meter: A counter of allocations. A run with a counter is not timed, because
  ///   counting takes time.
  package init(iterations: Int, meter: AllocationMeter? = nil) {
    self.iterations = iterations
    self.meter = meter
  }

  /// Measures only `body`, which receives the number of iterations.
  package func measure<Result>(_ body: (Int) throws -> Result) rethrows -> Result {
    let start = begin()
    defer { end(start) }
    return try body(iterations)
  }

  /// Measures `body` after a first iteration, which creates the objects that later iterations
  /// reuse.
  package func measureWarm<Result>(_ body: (Int) throws -> Result) rethrows -> Result {
    _ = try body(1)
    return try measure(body)
  }

  /// Measures an asynchronous `body`, which receives the number of iterations.
  package func measure<Result>(_ body: (Int) async throws -> Result) async rethrows -> Result {
    let start = begin()
    defer { end(start) }
    return try await body(iterations)
  }

  /// Records an error if `condition` is false.
  package func check(_ condition: Bool, _ claim: @autoclosure () -> String) {
    if !condition { errors.append(claim()) }
  }

  /// Records an error unless `sum` is `value` times the number of iterations.
  package func check(_ sum: Int, isEach value: Int) {
    let expected = value &* iterations
    check(sum == expected, "the sum should be \(expected), and is \(sum)")
  }

  private func begin() -> Instant {
    meter?.start()
    return Instant()
  }

  private func end(_ start: Instant) {
    let now = Instant()
    meter?.stop()
    sample = Sample(
      processor: now.processor - start.processor,
      wall: now.wall - start.wall,
      allocations: meter?.blocks()
    )
  }

  private struct Instant {
    // The clocks are read in this order both at the start and at the end of a measurement. Each of
    // the two durations therefore includes exactly one read of the other clock.
    let wall = ContinuousClock().now.sinceEpoch
    let processor = System.processorTime
  }
}

/// The cost of a round.
package struct Sample: Sendable, Hashable {
  /// The processor time of the whole process.
  package let processor: Duration
  package let wall: Duration
  /// The number of blocks that were allocated, or `nil` if allocations were not counted.
  package let allocations: Int?
}

extension ContinuousClock.Instant {
  fileprivate var sinceEpoch: Duration { ContinuousClock().systemEpoch.duration(to: self) }
}
