import DependenceSimulation
import Synchronization
import Testing

/// Tests of searches that preempt a step that resumes a task, and run the task before the rest of the step.
struct ContinuationInsideStepsTests {
  /// The actions of tasks, in order.
  private final class Order: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var text: String { lines.withLock { $0.joined(separator: " ") } }
  }

  /// An object in which one task stores a continuation that another task resumes, in either order.
  private final class Meeting: Sendable {
    private let state = Mutex<(continuation: CheckedContinuation<Bool, Never>?, isOver: Bool)>(
      (nil, false)
    )

    func come() {
      let continuation = state.withLock { state in
        state.isOver = true
        return state.continuation
      }
      continuation?.resume(returning: true)
    }

    func wait(with continuation: CheckedContinuation<Bool, Never>) {
      let isOver = state.withLock { state in
        if !state.isOver { state.continuation = continuation }
        return state.isOver
      }
      if isOver { continuation.resume(returning: false) }
    }
  }

  private actor Log {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func meet(_ meeting: Meeting) async -> Bool {
      let task = Task { add("task") }
      let other = Task.detached { meeting.come() }
      let isResumed = await withCheckedContinuation { meeting.wait(with: $0) }
      add("rest")
      await task.value
      await other.value
      return isResumed
    }

    func addAroundContinuation() async {
      let task = Task { add("task") }
      await withCheckedContinuation { continuation in
        Task.detached { continuation.resume() }
      }
      add("rest")
      await task.value
    }
  }

  @Test
  func `a continuation resumed before its task waits keeps the task on its actor`() async throws {
    let found = try await outcomes {
      let log = Log()
      await log.addAroundContinuation()
      return "\(await log.lines)"
    }

    #expect(found.all == [#"["task", "rest"]"#, #"["rest", "task"]"#])
    #expect(found.result.isComplete)
  }

  @Test
  func `a continuation may be resumed between its last use and the wait of its task`()
    async throws
  {
    let found = try await outcomes(pruning: .hops) {
      let log = Log()
      let isResumed = await log.meet(Meeting())
      return "\(isResumed) \(await log.lines)"
    }

    // In the first of these outcomes, the detached task resumes the continuation while the waiting
    // task still holds its actor.
    #expect(found.all.contains(#"true ["rest", "task"]"#))
    #expect(found.all.contains(#"true ["task", "rest"]"#))
    #expect(found.all.contains(#"false ["rest", "task"]"#))
  }

  @Test func `a resumed task may run before the rest of the step that resumes it`() async throws {
    let found = try await outcomes(pruning: .hops) {
      let order = Order()
      let (stream, source) = AsyncStream.makeStream(of: Void.self)
      async let consumer: Void = {
        for await _ in stream {}
        order.add("consumer")
      }()
      await Task.yield()
      source.finish()
      order.add("producer")
      await consumer
      return order.text
    }

    #expect(found.all == ["consumer producer", "producer consumer"])
  }
}
