/// Counts the allocations of the whole process.
///
/// The kit does not contain a counter, because a counter replaces the allocator, which is not
/// wanted in a test bundle.
package struct AllocationMeter: Sendable {
  package let start: @Sendable () -> Void
  package let stop: @Sendable () -> Void
  /// The number of blocks that were allocated between start and stop.
  package let blocks: @Sendable () -> Int
  /// The number of additional bytes in use since the start.
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

  /// Returns the number of bytes that are additionally in use after `body`, while its result is
  /// alive.
  package func bytes<Result>(of body: () throws -> Result) rethrows -> Int {
    start()
    let result = try body()
    stop()
    return withExtendedLifetime(result) { liveBytes() }
  }
}
