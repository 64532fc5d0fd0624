@testable import DependenceSimulation
import Testing

// These tests require a debug build, because the optimizer removes some of the steps.
#if DEBUG
/// Tests of the complete records of small programs.
struct StepRecordTests {
  private actor Desk {
    private var visits = 0

    func visit() { visits += 1 }

    func copy(to other: Desk) async {
      visits += 1
      await other.visit()
    }

    func visitLater() -> Task<Void, Never> { Task { visit() } }
  }

  private func record(
    _ schedule: Schedule = .fifo,
    _ options: SimulationOption...,
    body: @escaping Body<Void>
  ) async -> RunRecord {
    let options = SimulationOptions([.mainActor(.virtual)] + options)
    return await SimulatedRun(schedule, options)(body).record
  }

  /// Describes each step, without its empty properties.
  private func text(_ record: RunRecord) -> [String] {
    record.steps.map { step in
      var text = "\(step.participant) of \(step.candidates)"
      if step.time != .zero { text += " at \(step.time.text)" }
      if step.executor == .mainActor { text += " on main" }
      if step.onlyJoinsQueue { text += " hops" }
      if let task = step.taskOnActor { text += " runs \(task)" }
      if let left = step.releasedActor { text += " leaves \(left)" }
      if !step.joinedQueues.isEmpty { text += " queues \(step.joinedQueues)" }
      if !step.woke.isEmpty { text += " wakes \(step.woke)" }
      if !step.ended.isEmpty { text += " ends \(step.ended)" }
      if !step.cancelled.isEmpty { text += " cancels \(step.cancelled)" }
      let uses = step.uses.subtracting(.readPriority(base: TaskPriority.medium.rawValue))
      if uses != [] { text += " uses \(uses.rawValue)" }
      return "\(text), \(step.ending)"
    }
  }

  private func text(_ participants: [Participant]) -> [String] {
    participants.map { participant in
      var text = "\(participant.id) \(participant.kind)"
      if let name = participant.name { text += " \(name)" }
      if let parent = participant.parent { text += " by \(parent)" }
      if let parent = participant.childOf { text += " of \(parent)" }
      if participant.isAsyncLet { text += " let" }
      return text
    }
  }

  @Test func `a task that yields rejoins the queue without an extra step`() async {
    let record = await record { _ in
      let task = Task {}
      await Task.yield()
      await task.value
    }

    #expect(
      text(record) == [
        "0 of [0] wakes [1, 0], runnable",
        "1 of [1, 0], finished",
        "0 of [0] uses 1, finished",
      ]
    )
    #expect(record.steps.map { $0.code != nil } == [true, true, true])
  }

  @Test func `a call to an actor is one step to join its queue and one step of the actor`() async {
    let record = await record { _ in
      let desk = Desk()
      _ = Desk()
      await desk.copy(to: Desk())
      await desk.visitLater().value
    }

    #expect(
      text(record.participants) == [
        "0 task body",
        "1 actor Desk by 0",
        "2 actor Desk by 0",
        "3 actor Desk by 0",
        "4 task by 1",
      ]
    )
    #expect(
      text(record) == [
        "0 of [0] wakes [0], runnable",
        "0 of [0] hops queues [1] wakes [1], suspended",
        "1 of [1] runs 0 wakes [0], suspended",
        "0 of [0] hops leaves 1 queues [3] wakes [3], suspended",
        "3 of [3] runs 0 wakes [0], suspended",
        "0 of [0] hops leaves 3 queues [1] wakes [1], suspended",
        "1 of [1] runs 0 queues [1] wakes [1] uses 1, runnable",
        "1 of [1] runs 4 wakes [0] ends [4], suspended",
        "0 of [0], finished",
      ]
    )
    #expect(
      record.steps.map { $0.code != nil } == [
        true, false, true, false, true, false, true, true, true,
      ]
    )
  }

  @Test func `the main actor has a queue like any other actor`() async {
    let record = await record { _ in
      let desk = Desk()
      await Task { @MainActor in await desk.visit() }.value
    }

    #expect(
      text(record.participants) == [
        "0 task body",
        "1 actor Desk by 0",
        "2 task by 0",
      ]
    )
    #expect(
      text(record) == [
        "0 of [0] queues [-1] wakes [2] uses 1, suspended",
        "2 of [2] on main wakes [2], runnable",
        "2 of [2] hops leaves -1 queues [1] wakes [1], suspended",
        "1 of [1] runs 2 wakes [2], suspended",
        "2 of [2] hops leaves 1 queues [-1] wakes [2], runnable",
        "2 of [2] on main wakes [0], finished",
        "0 of [0], finished",
      ]
    )
  }

  @Test func `child tasks record the task that created them`() async {
    let record = await record { _ in
      async let child: Void = Task.yield()
      await withTaskGroup(of: Void.self) { $0.addTask(name: "member") {} }
      await child
      await Task(name: "other") {}.value
    }

    #expect(
      text(record.participants) == [
        "0 task body",
        "1 task async let by 0 of 0 let",
        "2 task member by 0 of 0",
        "3 task other by 0",
      ]
    )
    #expect(
      text(record) == [
        "0 of [0] wakes [1, 2], suspended",
        "1 of [1, 2] wakes [1], runnable",
        "2 of [2, 1] wakes [0], finished",
        "1 of [1, 0], finished",
        "0 of [0] wakes [3] uses 1, suspended",
        "3 of [3] wakes [0], finished",
        "0 of [0], finished",
      ]
    )
  }

  @Test func `in anytime mode, settle wakes its caller outside of any step`() async {
    let record = await record(.fifo, .time(.anytime)) { simulation in
      try await Task.sleep(for: .seconds(1))
      await simulation.settle()
    }

    #expect(text(record.participants) == ["0 task body", "1 time"])
    #expect(
      text(record) == [
        "0 of [0] uses 4, suspended",
        "1 of [1] wakes [0], suspended",
        "0 of [0] at 1 s uses 4, suspended",
        "0 of [0] at 1 s, finished",
      ]
    )
  }

  @Test func `a cancellation is recorded once in a step that is not preempted`() async {
    let record = await record(.choices([]), .nonpreemptive) { _ in
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        await Task.yield()
      }
      await Task.yield()
      task.cancel()
      await Task.yield()
      await task.value
    }

    #expect(record.steps.map(\.cancelled) == [[], [], [1], [], [], [], []])
  }

  // MARK: Preempted steps

  @Test func `the cancellation of ended tasks and of group children is recorded`() async {
    let record = await record(.choices([])) { _ in
      let task = Task {}
      await task.value
      task.cancel()
      await withTaskGroup(of: Void.self) { group in
        group.addTask {}
        await group.next()
        group.cancelAll()
      }
    }

    #expect(record.steps.map(\.cancelled).filter { $0 != [] } == [[1], [2]])
  }

  @Test func `an immediate task is recorded where the step that started it is preempted`() async {
    let record = await record(.choices([])) { _ in
      await Task.immediate { _ = Task.isCancelled }.value
    }

    #expect(record.steps.compactMap(\.immediateTask) == [1, 1])
  }

  @Test func `a record distinguishes a resumption before the wait from one after it`() async {
    let early = await record(.choices([])) { _ in
      await withCheckedContinuation { $0.resume() }
    }
    let late = await record(.choices([])) { _ in
      await withCheckedContinuation { continuation in
        Task { continuation.resume() }
      }
    }

    #expect(early.steps.contains { $0.uses.isSuperset(of: [.resumption, .continuation]) })
    #expect(late.steps.contains { $0.uses.contains(.continuation) })
    #expect(!late.steps.contains { $0.uses.contains(.resumption) })
  }

  @Test func `the rest of a preempted step is recorded as its continuation`() async {
    let record = await record(.choices([1])) { _ in
      await Task {}.value
    }

    #expect(record.steps.prefix(3).map(\.participant) == [0, 1, 0])
    #expect(record.steps.prefix(3).map(\.continuesStep) == [false, false, true])
  }
}
#endif
