import Dependence
import DependenceHarness

/// What it costs to wake a sleeper, from the advance until its task is over; beside it what any
/// continuation costs that so many tasks wait for, of which no clock can get rid.
func benchmarkTestClock() async {
  let (floorOfFew, few) = (await resume(1_000), await wake(1_000))
  let (floorOfMany, many) = (await resume(100_000), await wake(100_000))
  print(floorOfFew.line("resume one of 1,000 continuations"))
  print(few.line("wake one of 1,000 sleepers"))
  print(floorOfMany.line("resume one of 100,000 continuations"))
  print(many.line("wake one of 100,000 sleepers"))
  check(many.nanoseconds < 3_000, "waking one of 100,000 sleepers must stay under 3 µs")

  // Memory that no cache holds makes bare continuations more than twice as dear.
  let floorGrowth = floorOfMany.nanoseconds / floorOfFew.nanoseconds
  let growth = many.nanoseconds / few.nanoseconds
  print(
    "from 1,000 to 100,000, a sleeper costs \(growth.rounded(toPlaces: 2)) times as much; ",
    terminator: ""
  )
  print("a continuation \(floorGrowth.rounded(toPlaces: 2)) times")
  check(growth < 2 * floorGrowth, "a sleeper must not grow twice as dear as a continuation does")
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    return (self * factor).rounded() / factor
  }
}

/// In an order that is none.
private func deadline(_ number: Int, of count: Int) -> Duration {
  .microseconds((number &* 7_919) % count + 1)
}

private func wake(_ count: Int) async -> Measurement {
  await Measurement {
    let clock = TestClock()
    let tasks = (0..<count).map { number in
      Task { try await clock.sleep(for: deadline(number, of: count)) }
    }
    await clock.waitForSleepers(atLeast: count)
    return (clock, tasks)
  } operation: { clock, tasks in
    await clock.advance(by: .microseconds(count), sleepers: 0)
    var woken = 0
    for task in tasks { woken += (try? await task.value) == nil ? 0 : 1 }
    check(woken == count, "\(count) sleepers should wake, and \(woken) did")
    return woken
  }
}

private func resume(_ count: Int) async -> Measurement {
  await Measurement {
    let suspended = Lock<[CheckedContinuation<Void, Never>]>([])
    let tasks = (0..<count).map { _ in
      Task { await withCheckedContinuation { kept in suspended.withLock { $0.append(kept) } } }
    }
    while suspended.withLock({ $0.count }) < count { await Task.yield() }
    let order = (0..<count).map { ($0 &* 7_919) % count }
    let all = suspended.withLock { $0 }
    return (order.map { all[$0] }, tasks)
  } operation: { continuations, tasks in
    for continuation in continuations { continuation.resume() }
    for task in tasks { await task.value }
    return tasks.count
  }
}
