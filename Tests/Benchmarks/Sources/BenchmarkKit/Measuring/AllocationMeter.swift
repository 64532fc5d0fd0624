/// Counts allocations of the whole process.
///
/// The kit knows none itself: a counter sits in front of the allocator, and a test bundle wants none.
package struct AllocationMeter: Sendable {
  package let start: @Sendable () -> Void
  package let stop: @Sendable () -> Void
  /// The number of blocks that were allocated between start and stop.
  package let blocks: @Sendable () -> Int
  /// The bytes in use beyond those at the start.
  package let liveBytes: @Sendable () -> Int

  package init(
    start: @escaping @Sendable () -> Void,
    stop: @escaping @Sendable () -> Void,
    blocks: @escaping @Sendable () -> Int,
    liveBytes: @escaping @Sendable () -> Int
  ) {
    self.start = start
    self.stop = stop
    self.blocks = blocks
    self.liveBytes = liveBytes
  }

  /// The bytes in use after `body` beyond those before, while its result is alive.
  package func bytes<Result>(of body: () throws -> Result) rethrows -> Int {
    start()
    let result = try body()
    stop()
    return withExtendedLifetime(result) { liveBytes() }
  }
}
