public import CBlackhole

/// Calls `body` `count` times and returns the sum of the results. The results are hidden from the
/// optimizer, so that it cannot remove the calls.
///
/// This function is inlined, because calling the closure would take longer than many of the
/// measured operations. It does not use `for`, because an iterator takes longer than a measured
/// operation in a debug build.
@inlinable
@inline(__always)
public func total(_ count: Int, _ body: () -> Int) -> Int {
  var sum = 0
  var left = count
  while left > 0 {
    let value = body()
    blackhole(Int64(truncatingIfNeeded: value))
    sum &+= value
    left &-= 1
  }
  return sum
}

/// Calls an asynchronous `body` `count` times and returns the sum of the results.
@inlinable
@inline(__always)
public nonisolated(nonsending) func total(_ count: Int, _ body: () async -> Int) async -> Int {
  var sum = 0
  var left = count
  while left > 0 {
    let value = await body()
    blackhole(Int64(truncatingIfNeeded: value))
    sum &+= value
    left &-= 1
  }
  return sum
}
