/// A counter of the allocations of the whole process.
///
/// The functions of the counter are parameters, so that tests can pass a fake counter. Benchmark
/// programs use ``linked``.
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

  /// Calls `body` and returns the number of additional bytes that are in use afterwards, while the
  /// result of `body` is still alive.
  package func bytes<Result>(of body: () throws -> Result) rethrows -> Int {
    start()
    let result = try body()
    stop()
    return withExtendedLifetime(result) { liveBytes() }
  }
}
