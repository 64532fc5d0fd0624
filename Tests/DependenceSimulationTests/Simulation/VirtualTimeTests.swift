@testable import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct VirtualTimeTests {
  @Test func `virtual time can advance up to the longest duration`() async throws {
    let now = try await simulate(seed: 1) { simulation in
      for _ in 0..<2 { await simulation.advance(by: .seconds(1.7e20)) }
      try await Task.sleep(for: .seconds(1))
      return simulation.now
    }

    #expect(now == Duration(attoseconds: .max))
  }

  @Test func `sleeps of the same duration on different clocks end in any order`() async throws {
    let orders = Lock<Set<[String]>>([])

    try await explore(.exhaustive(), .time(.whenIdle)) { simulation in
      let trail = Trail()
      // This duration is not a whole number of nanoseconds.
      let duration = Duration.seconds(1.2)
      async let task: Void = {
        try await Task.sleep(for: duration)
        trail.note("task")
      }()
      async let clock: Void = {
        try await simulation.clock.sleep(for: duration)
        trail.note("clock")
      }()
      _ = try await (task, clock)
      orders.withLock { _ = $0.insert(trail.notes) }
    }

    #expect(orders.withLock { $0 } == [["task", "clock"], ["clock", "task"]])
  }

  @Test func `manual time advances only on request`() async throws {
    try await simulate(seed: 1, .time(.manual)) { simulation in
      let trail = Trail()
      let ticker = Task {
        while true {
          try await Task.sleep(for: .seconds(1))
          trail.note("tick at \(simulation.now)")
        }
      }

      await simulation.settle()
      await simulation.advance(by: .milliseconds(999))
      #expect(trail.notes == [])
      await simulation.advance(by: .milliseconds(1))
      #expect(trail.notes == ["tick at 1.0 seconds"])
      await simulation.advance(by: .seconds(1_000))
      #expect(trail.notes.count == 1_001)
      #expect(simulation.now == .seconds(1_001))
      ticker.cancel()
    }
  }

  @Test func `automatic time does not advance while a task can run`() async throws {
    try await simulate(seed: 1) { simulation in
      Task { for _ in 0..<100 { await Task.yield() } }
      await simulation.settle()

      #expect(simulation.now == .zero)
      try await Task.sleep(for: .seconds(1))
      #expect(simulation.now == .seconds(1))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `sleeping tasks wake in the order of their deadlines`(seed: UInt64) async throws {
    let trail = Trail()

    try await simulate(seed: seed) { _ in
      await withTaskGroup(of: Void.self) { group in
        for seconds in [5, 3, 9, 1, 7] {
          group.addTask {
            try? await Task.sleep(for: .seconds(seconds))
            trail.note("\(seconds)")
          }
        }
      }
    }

    #expect(trail.notes == ["1", "3", "5", "7", "9"])
  }

  @Test
  func `sleepers with equal deadlines wake in the order in which they fell asleep`() async throws {
    let trail = Trail()

    try await simulate { _ in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<5 {
          group.addTask {
            // All tasks wake from their second sleep at the same time. They must continue in the
            // order in which they began this sleep, although the durations are in the opposite
            // order.
            try? await Task.sleep(for: .seconds(number))
            try? await Task.sleep(for: .seconds(10 - number))
            trail.note("\(number)")
          }
        }
      }
    }

    #expect(trail.notes == ["0", "1", "2", "3", "4"])
  }

  @Test func `the schedule determines the order of sleepers with equal deadlines`() async throws {
    var orders: Set<[String]> = []

    for seed in 0..<100 as Range<UInt64> {
      let trail = Trail()
      try await simulate(seed: seed) { _ in
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<3 {
            group.addTask {
              try? await Task.sleep(for: .seconds(1))
              trail.note("\(number)")
            }
          }
        }
      }
      orders.insert(trail.notes)
    }

    #expect(orders.count == 6)
  }

  @Test func `a sleep in the past ends immediately`() async throws {
    try await simulate(seed: 1) { simulation in
      try await Task.sleep(for: .seconds(-5))
      try await Task.sleep(until: .now - .seconds(5), clock: .continuous)
      try await Task.sleep(for: .zero)

      #expect(simulation.now == .zero)
    }
  }

  @Test func `a cancelled sleep ends immediately`() async throws {
    try await simulate(seed: 1) { simulation in
      let sleeper = Task { try await Task.sleep(for: .seconds(9)) }
      await simulation.settle()
      sleeper.cancel()

      await #expect(throws: CancellationError.self) { try await sleeper.value }
      #expect(simulation.now == .zero)
    }
  }

  @Test func `a task that is already cancelled does not sleep`() async throws {
    try await simulate(seed: 1) { simulation in
      let sleeper = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await Task.sleep(for: .seconds(9))
      }

      await #expect(throws: CancellationError.self) { try await sleeper.value }
      #expect(simulation.now == .zero)
    }
  }

  @Test
  func `tasks that advance time concurrently resume at their own target times`() async throws {
    let trail = Trail()

    try await simulate { simulation in
      let far = Task {
        await simulation.advance(by: .seconds(10))
        trail.note("far at \(simulation.now)")
      }
      let near = Task {
        await simulation.advance(by: .seconds(1))
        trail.note("near at \(simulation.now)")
      }
      await far.value
      await near.value
    }

    #expect(trail.notes == ["near at 1.0 seconds", "far at 10.0 seconds"])
  }

  @Test func `time cannot move backwards`() async throws {
    let reported = try await issues(from: {
      try await simulate(seed: 1) { simulation in
        try await Task.sleep(for: .seconds(3))
        await simulation.advance(by: .seconds(-1))
        #expect(simulation.now == .seconds(3))
      }
    })

    #expect(
      reported.map(\.message) == [
        """
        Simulation.advance(by: -1.0 seconds) would move virtual time backwards, so the time stays at 3.0 \
        seconds. Pass a duration of zero or more.
        """
      ]
    )
    #expect(reported.first?.site.line == #line - 13)
  }

  @Test func `advancing by zero leaves the time unchanged`() async throws {
    try await simulate(seed: 1) { simulation in
      await simulation.advance(by: .zero)

      #expect(simulation.now == .zero)
    }
  }

  @Test
  func `tasks that advance time to the same moment resume in order of their calls`() async throws {
    let trail = Trail()

    try await simulate { simulation in
      let tasks = (1...3).map { number in
        Task {
          await simulation.advance(by: .seconds(1))
          trail.note("\(number)")
        }
      }
      for task in tasks { await task.value }
    }

    #expect(trail.notes == ["1", "2", "3"])
  }

  @Test func `time does not advance to the deadline of a cancelled sleep`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate { _ in
        let sleeper = Task { try? await Task.sleep(for: .seconds(1)) }
        await Task.yield()
        sleeper.cancel()
        await sleeper.value
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }

    guard case .deadlock(at: .zero, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a task that waits after a sleep is not reported as sleeping`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate { _ in
        try await Task.sleep(for: .seconds(1))
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }

    guard case .deadlock(at: .seconds(1), let waiting)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(waiting.map(\.isAsleep) == [false])
  }

  /// Converted to a `Duration`, most of these numbers are not whole nanoseconds.
  @Test(arguments: [0.1, 1.2, 2.3, 5e-10])
  func `when a sleep ends, Swift's clocks show at least its deadline`(seconds: Double) async throws
  {
    try await simulate { _ in
      for _ in 0..<3 {
        let start = ContinuousClock.now
        try await Task.sleep(for: .seconds(seconds))
        #expect(ContinuousClock.now - start >= .seconds(seconds))
      }
    }
  }

  @Test(arguments: [0.1, 1.2, 2.3, 5e-10])
  func `advancing time by the duration of a sleep ends the sleep`(seconds: Double) async throws {
    try await simulate(.fifo, .time(.manual)) { simulation in
      let trail = Trail()
      let ticker = Task {
        while true {
          try await Task.sleep(for: .seconds(seconds))
          trail.note("tick")
        }
      }

      await simulation.settle()
      for count in 1...3 {
        await simulation.advance(by: .seconds(seconds))
        #expect(trail.notes.count == count)
      }
      ticker.cancel()
    }
  }

  @Test func `a simulated clock can advance by a year`() async throws {
    try await simulate(seed: 1) { _ in
      let here = ContinuousClock.now
      try await Task.sleep(for: .seconds(86_400 * 365))
      #expect(ContinuousClock.now - here == .seconds(86_400 * 365))
    }
  }
}
