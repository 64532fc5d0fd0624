import Dependence

/// One round of one row, as its closure sees it.
///
/// Not sendable: whoever needs several tasks awaits them inside of what is measured.
package final class BenchmarkRun {
  /// The number of times to do the work.
  package let iterations: Int
  private let meter: AllocationMeter?

  /// The cost of the measured part; nil until it has ended.
  package private(set) var sample: Sample?
  /// The claims that turned out to be wrong.
  package private(set) var errors: [String] = []

  /// - Parameter meter: Counts allocations. Such a run is not timed, because counting takes time.
  package init(iterations: Int, meter: AllocationMeter? = nil) {
    self.iterations = iterations
    self.meter = meter
  }

  /// Measures `body`, which is handed the number of iterations, and nothing around it.
  package func measure<Result>(_ body: (Int) throws -> Result) rethrows -> Result {
    let start = begin()
    defer { end(start) }
    return try body(iterations)
  }

  /// Measures `body` once it is warm: what its first iteration makes for all that follow is no part of it.
  package func measureWarm<Result>(_ body: (Int) throws -> Result) rethrows -> Result {
    _ = try body(1)
    return try measure(body)
  }

  /// Measures an asynchronous `body`, which is handed the number of iterations.
  package func measure<Result>(_ body: (Int) async throws -> Result) async rethrows -> Result {
    let start = begin()
    defer { end(start) }
    return try await body(iterations)
  }

  /// Notes what should be so.
  package func check(_ condition: Bool, _ claim: @autoclosure () -> String) {
    if !condition { errors.append(claim()) }
  }

  /// Notes that every iteration should have given the same number.
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
    // Read in this order at both ends: what the second clock costs is in neither.
    let wall = ContinuousClock().now.sinceEpoch
    let processor = System.processorTime
  }
}

/// The cost of a round.
package struct Sample: Sendable, Hashable {
  /// The processor time of the whole process.
  package let processor: Duration
  package let wall: Duration
  /// The number of blocks that were allocated, if that was counted.
  package let allocations: Int?
}

extension ContinuousClock.Instant {
  fileprivate var sinceEpoch: Duration { ContinuousClock().systemEpoch.duration(to: self) }
}
