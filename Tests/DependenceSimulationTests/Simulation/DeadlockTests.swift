@testable import DependenceSimulation
import Testing

struct DeadlockTests {
  @Test func `a deadlock names the waiting tasks and its time`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1) { _ in
        try await Task.sleep(for: .seconds(3))
        let consumer = Task(name: "consumer") {
          for await _ in AsyncStream<Int>.makeStream().stream {}
        }
        let asleep = Task(name: "finished") {}
        await asleep.value
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        await consumer.value
      }
    }

    guard case .deadlock(let time, let waiting)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(time == .seconds(3))
    #expect(waiting.map(\.name) == ["body", "consumer"])
  }

  @Test func `a deadlock describes the wait of each task`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate { _ in
        let hand = Task(name: "hand") {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        let reader = Task(name: "reader") {
          for await _ in AsyncStream<Int>.makeStream().stream {}
        }
        let family = Task(name: "family") {
          await withTaskGroup(of: Void.self) { group in
            group.addTask(name: "child") { await hand.value }
            await group.waitForAll()
          }
        }
        // The error must not name the stream that this task used earlier, because the task does not
        // wait for it.
        let other = Task(name: "other") {
          AsyncStream<Int>.makeStream().continuation.yield(1)
          await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
        }
        async let own: Void = reader.value
        await family.value
        await own
        await other.value
      }
    }

    guard case .deadlock(_, let waiting)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let waits = Dictionary(uniqueKeysWithValues: waiting.map { ($0.name, $0.wait ?? "nothing") })
    // Each description contains the function that waits.
    for wait in waits.values { #expect(wait.contains(" in closure #"), "\(wait)") }
    #expect(waits["hand"]?.hasSuffix(" for a continuation to be resumed") == true)
    #expect(waits["other"]?.hasSuffix(" for a continuation to be resumed") == true)
    #expect(waits["reader"]?.hasSuffix(" for a stream to yield an element or to finish") == true)
    #expect(
      waits["family"]?.hasSuffix(" for these tasks of its group to end: task \"child\"") == true
    )
    #expect(waits["child"]?.hasSuffix(" for task \"hand\" to end") == true)
    #expect(waits["body"]?.hasSuffix(" for task \"family\" to end") == true)
    #expect(waits["async let"]?.hasSuffix(" for task \"reader\" to end") == true)
    for wait in waits.values { #expect(error?.description.contains(wait) == true, "\(wait)") }
  }

  @Test func `tasks that wait for each other are a deadlock`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate { _ in
        let (ours, resumeOurs) = AsyncStream<Void>.makeStream()
        let (theirs, resumeTheirs) = AsyncStream<Void>.makeStream()
        let other = Task(name: "other") {
          for await _ in ours {}
          resumeTheirs.finish()
        }
        for await _ in theirs {}
        resumeOurs.finish()
        await other.value
      }
    }

    #expect(error?.waiting == ["body", "other"])
  }

  @Test func `a deadlock cancels the waiting tasks, so that their cleanup runs`() async throws {
    let trail = Trail()

    await #expect(throws: SimulationError.self) {
      try await simulate { _ in
        let task = Task {
          defer { trail.note("deferred") }
          try await Task.sleep(for: .seconds(1))
          for await _ in AsyncStream<Int>.makeStream().stream {}
          trail.note(Task.isCancelled ? "cancelled" : "not cancelled")
        }
        await withTaskCancellationHandler {
          try? await task.value
        } onCancel: {
          trail.note("handler")
        }
      }
    }

    #expect(trail.notes.sorted() == ["cancelled", "deferred", "handler"])
  }

  @Test func `in manual mode, a sleep that is never ended is a deadlock`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(.fifo, .time(.manual)) { simulation in
        async let other: Void = simulation.clock.sleep(for: .seconds(2))
        try await Task.sleep(for: .seconds(1))
        try await other
      }
    }

    #expect(
      error?.description.hasPrefix(
        """
        Deadlock after 0.0 seconds of virtual time: no task can run, and nothing advances the time. 2 tasks \
        have not ended: task "body" sleeps in closure #
        """
      ) == true
    )
    #expect(error?.waiting == ["body", "async let"])
  }
}

extension SimulationError {
  /// The names of the tasks that had not ended.
  var waiting: [String?] {
    switch self {
    case .deadlock(_, let tasks), .livelock(_, _, let tasks): tasks.map(\.name)
    case .unsupported: []
    }
  }
}
