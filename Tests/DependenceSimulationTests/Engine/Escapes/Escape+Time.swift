@testable import DependenceSimulation
import Testing

extension Escape {
  static let time = [
    Escape("Task.sleep(for:)", sees: [.inside("awake", .seconds(3_600))]) { witness in
      try await Task.sleep(for: .seconds(3_600))
      witness.see("awake")
    },
    Escape("Task.sleep(nanoseconds:)", sees: [.inside("awake", .seconds(2))]) { witness in
      try await Task.sleep(nanoseconds: 2_000_000_000)
      witness.see("awake")
    },
    Escape("a tolerant Task.sleep", sees: [.inside("awake", .seconds(2))]) { witness in
      try await Task.sleep(for: .seconds(2), tolerance: .seconds(1))
      witness.see("awake")
    },
    Escape("ContinuousClock", sees: [.inside("awake", .milliseconds(1_500))]) { witness in
      let start = ContinuousClock.now
      try await Task.sleep(until: start + .milliseconds(1_500), clock: .continuous)
      #expect(ContinuousClock.now - start == .milliseconds(1_500))
      witness.see("awake")
    },
    Escape("SuspendingClock", sees: [.inside("awake", .milliseconds(1_500))]) { witness in
      let start = SuspendingClock.now
      try await SuspendingClock().sleep(until: start + .milliseconds(1_500))
      #expect(SuspendingClock.now - start == .milliseconds(1_500))
      witness.see("awake")
    },
    Escape("any Clock", sees: [.inside("awake", .nanoseconds(1))]) { witness in
      let clock: any Clock<Duration> = ContinuousClock()
      let elapsed = try await clock.measure { try await clock.sleep(for: .nanoseconds(1)) }
      #expect(elapsed == .nanoseconds(1))
      witness.see("awake")
    },
    Escape("a sleep on the main actor", .mainActor(.virtual), sees: [.inside("awake", .seconds(1))])
    {
      witness in
      try await onMainActor { witness.see("awake") }
    },
    Escape("a sleep on the real main actor", sees: [.inside("awake", .seconds(1))]) { witness in
      try await onMainActor { witness.see("awake") }
    },
    Escape(
      "a sleep of every kind of task",
      sees: [
        .inside("task", .seconds(1)), .inside("detached", .seconds(2)),
        .inside("immediate", .seconds(3)), .inside("child", .seconds(4)),
        .inside("async let", .seconds(5)), .inside("actor", .seconds(6)),
      ]
    ) { witness in
      let sleep: @Sendable (String, Int) async -> Void = { name, seconds in
        try? await Task.sleep(for: .seconds(seconds))
        witness.see(name)
      }
      let tasks = [
        Task { await sleep("task", 1) }, Task.detached { await sleep("detached", 2) },
        Task.immediate { await sleep("immediate", 3) },
        Task { await withTaskGroup { $0.addTask { await sleep("child", 4) } } },
        Task {
          async let child: Void = sleep("async let", 5)
          await child
        },
        Task { await Sleeper().sleep(sleep) },
      ]
      for task in tasks { await task.value }
    },
    Escape("a sleep that is cancelled", sees: [.inside("cancelled", .seconds(1))]) { witness in
      let sleeper = Task {
        await #expect(throws: CancellationError.self) { try await Task.sleep(for: .seconds(9)) }
        witness.see("cancelled")
      }
      try await Task.sleep(for: .seconds(1))
      sleeper.cancel()
      await sleeper.value
    },
  ]

  @MainActor private static func onMainActor(_ action: @Sendable () -> Void) async throws {
    try await Task.sleep(for: .seconds(1))
    action()
  }

  private actor Sleeper {
    func sleep(_ action: @Sendable (String, Int) async -> Void) async { await action("actor", 6) }
  }
}
