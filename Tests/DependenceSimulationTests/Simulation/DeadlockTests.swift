@testable import DependenceSimulation
import Testing

struct DeadlockTests {
  @Test func `a deadlock names who waits, and when it was noticed`() async throws {
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

  @Test func `a deadlock cancels who waits, so that clean-up runs`() async throws {
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

  @Test func `in manual time a sleep that nobody ends is a deadlock`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(.fifo, .time(.manual)) { _ in try await Task.sleep(for: .seconds(1)) }
    }

    #expect(error?.waiting == ["body"])
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
