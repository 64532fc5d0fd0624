import Dependence
@testable import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct LivelockTests {
  @Test func `a task that only yields is a livelock`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, .stepLimit(1_000)) { _ in
        while !Task.isCancelled { await Task.yield() }
      }
    }

    guard case .livelock(steps: 1_000, at: .zero, let running)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(running.map(\.name) == ["body"])
  }

  /// While a group cancels its children, the runtime holds a lock of the task that owns the group.
  /// The end of the run cancels that task, too, and therefore waits for the preempted cancellation
  /// handler. If nothing resumed the handler, the watchdog would end this process.
  @Test func `a run that reaches its limit within a cancellation handler ends`() async {
    for limit in 5..<40 {
      for seed in 0..<5 {
        await #expect(throws: SimulationError.self) {
          try await simulate(seed: UInt64(seed), .stepLimit(limit)) { _ in
            let ticker = Task { while !Task.isCancelled { await Task.yield() } }
            await withTaskGroup(of: Void.self) { group in
              group.addTask {
                await withTaskCancellationHandler {
                  try? await Task.sleep(for: .seconds(1))
                } onCancel: {
                  for _ in 0..<3 { Task {} }
                }
              }
              group.cancelAll()
            }
            await ticker.value
          }
        }
      }
    }
  }

  @Test func `an endless timer is a livelock`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, .stepLimit(1_000)) { _ in
        Task(name: "ticker") { while true { try await Task.sleep(for: .seconds(1)) } }
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    }

    #expect(error?.waiting == ["body", "ticker"])
  }

  @Test func `a task that repeatedly sleeps for the longest possible time is a livelock`()
    async throws
  {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, .stepLimit(1_000)) { _ in
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(Int64.max)) }
      }
    }

    guard case .livelock(steps: 1_000, at: .nanoseconds(Int64.max), _)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test func `a run may take exactly as many steps as the limit`() async throws {
    let body: @Sendable @concurrent (Simulation) async throws -> Void = { _ in
      for _ in 0..<10 { await Task.yield() }
    }
    let steps = await SimulatedRun(.fifo, SimulationOptions())(body).steps

    try await simulate(.fifo, .stepLimit(steps)) { try await body($0) }
    await #expect(throws: SimulationError.self) {
      try await simulate(.fifo, .stepLimit(steps - 1)) { try await body($0) }
    }
  }

  @Test(arguments: [false, true])
  func `the record of a run states whether the step limit ended it`(isEndless: Bool) async {
    let run = SimulatedRun(.random(seed: 1), SimulationOptions([.stepLimit(1_000)]))
    let outcome = await run { _ in
      Task { while isEndless, !Task.isCancelled { await Task.yield() } }
    }

    #expect(outcome.ending == .returned)
    #expect(outcome.record.hasReachedStepLimit == isEndless)
  }

  @Test func `a task that yields forever after the body has returned is a leftover`() async throws {
    let reported = try await issues(from: {
      let result = try await simulate(seed: 1, .stepLimit(1_000)) { _ in
        Task(name: "busy") { while !Task.isCancelled { await Task.yield() } }
        return "result"
      }
      #expect(result == "result")
    })

    #expect(reported.count == 1)
    #expect(
      reported.first?.message.contains(
        #"1 task had not ended when the body of the simulation returned: task "busy""#
      ) == true
    )
  }

  @Test(arguments: [0, -1])
  func `a step limit below one is reported and ignored`(limit: Int) async throws {
    let reported = try await issues(from: {
      try await simulate(seed: 1, .stepLimit(limit)) { _ in await Task.yield() }
    })

    #expect(
      reported.map(\.message) == [
        """
        The option .stepLimit(\(limit)) would allow no steps, so it was ignored. Pass at least 1.
        """
      ]
    )
  }

  @Test func `a step limit of one is accepted, and the default is 100,000`() {
    let least = SimulationOptions([.stepLimit(1)])
    let limits = [least, SimulationOptions()].map { options in
      SimulationCore(.fifo, options).state.withLock { $0.scheduler.stepLimit }
    }

    #expect(limits == [1, 100_000])
    #expect(least.problems.isEmpty)
  }

  @Test
  func `a search of endless code ends after one run and shows the run's beginning`() async throws {
    let runs = Lock(0)

    let reported = try await issues(from: {
      let result = try await explore(schedules: 1_000) { _ in
        runs.withLock { $0 += 1 }
        async let other: Void = { while !Task.isCancelled { await Task.yield() } }()
        while !Task.isCancelled { await Task.yield() }
        await other
      }
      #expect(result.failure == ReplayToken(seed: 0))
    })

    #expect(reported.count == 1)
    let message = try #require(reported.first?.message)
    #expect(
      message.hasPrefix(
        """
        The body of the simulation did not return within 50000 steps and 0.0 seconds of virtual time.
        """
      )
    )
    #expect(
      message.contains("The body had not ended at 0 s, after more than 1000 steps, the limit.")
    )
    #expect(runs.withLock { $0 } == 1)
  }
}
