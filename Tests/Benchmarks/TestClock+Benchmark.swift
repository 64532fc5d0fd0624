import DependenceHarness

/// What it costs to wake a sleeper, from the advance until its task is over.
func benchmarkTestClock() async {
  let few = await wake(1_000)
  let many = await wake(100_000)
  print(few.line("wake one of 1,000 sleepers"))
  print(many.line("wake one of 100,000 sleepers"))
  check(many.nanoseconds < 3_000, "waking one of 100,000 sleepers must stay under 3 µs")
  check(
    many.nanoseconds < 2 * few.nanoseconds,
    "waking one of 100,000 must cost less than twice as much as one of 1,000"
  )
}

private func wake(_ count: Int) async -> Measurement {
  await Measurement {
    let clock = TestClock()
    let tasks = (1...count).map { number in
      // In an order that is none.
      Task { try await clock.sleep(for: .microseconds((number &* 7_919) % count + 1)) }
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
