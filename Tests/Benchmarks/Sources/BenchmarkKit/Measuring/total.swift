public import CBlackhole

/// The sum of what `body` returns `count` times, each hidden from the optimiser.
///
/// Inlined into its caller: without that the call of the closure would cost more than many a row. No
/// `for`, whose iterator costs more than a row where nothing is optimised.
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

/// The sum of what an asynchronous `body` returns `count` times.
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
