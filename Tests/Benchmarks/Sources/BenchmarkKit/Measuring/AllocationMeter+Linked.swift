import CAllocationCounter

extension AllocationMeter {
  /// The counter that is linked to this program, or `nil` if the platform does not support it.
  package static var linked: AllocationMeter? {
    guard allocation_counter_is_available() else { return nil }
    return AllocationMeter(
      start: { allocation_counter_start() },
      stop: { allocation_counter_stop() },
      blocks: { Int(allocation_counter_blocks()) },
      liveBytes: { Int(allocation_counter_live_bytes()) }
    )
  }
}
