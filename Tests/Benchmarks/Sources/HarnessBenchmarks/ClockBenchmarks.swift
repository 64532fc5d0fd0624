import BenchmarkKit
import DependenceTesting

/// The cost of waking a sleeper, from the advance until the end of its task, compared with the cost
/// of resuming the same number of continuations, which no clock can avoid.
func clocks() -> [Benchmark] {
  [1_000, 100_000].flatMap { count in
    let group = "test clock"
    let floor = "resume one of \(count) continuations"
    return [
      Benchmark(group, floor, operations: count, iterations: 1) { await resume(count, $0) },
      Benchmark(
        group,
        "wake one of \(count) sleepers",
        floor: "\(group): \(floor)",
        operations: count,
        iterations: 1
      ) { await wake(count, $0) },
    ]
  }
}

private func wake(_ count: Int, _ run: BenchmarkRun) async {
  let clock = TestClock()
  // The sleepers do not wake in the order in which they were created.
  let tasks = (0..<count).map { number in
    Task { try await clock.sleep(for: .microseconds((number &* 7_919) % count + 1)) }
  }
  await clock.waitForSleepers(atLeast: count)
  let woken = await run.measure { _ in
    await clock.advance(by: .microseconds(count), sleepers: 0)
    var woken = 0
    for task in tasks { woken += (try? await task.value) == nil ? 0 : 1 }
    return woken
  }
  run.check(woken == count, "\(count) sleepers should wake, and \(woken) did")
}

private func resume(_ count: Int, _ run: BenchmarkRun) async {
  let suspended = Lock<[CheckedContinuation<Void, Never>]>([])
  let tasks = (0..<count).map { _ in
    Task { await withCheckedContinuation { kept in suspended.withLock { $0.append(kept) } } }
  }
  while suspended.withLock({ $0.count }) < count { await Task.yield() }
  let all = suspended.withLock { $0 }
  let continuations = (0..<count).map { all[($0 &* 7_919) % count] }
  await run.measure { _ in
    for continuation in continuations { continuation.resume() }
    for task in tasks { await task.value }
  }
}
