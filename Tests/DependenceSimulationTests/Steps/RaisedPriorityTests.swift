import DependenceSimulation
import Synchronization
import Testing

/// Tests that searches try both orders of a step that raises the priority of a task and a step that
/// depends on this priority.
struct RaisedPriorityTests {
  private actor Log {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func addLater() -> Task<Void, Never> { Task { add("later") } }
  }

  /// The actions of tasks, in order.
  private final class Order: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var text: String { lines.withLock { $0.joined(separator: " ") } }
  }

  @Test(arguments: [Exploration.Pruning.independentTasks, .hops, .none])
  func `a wait may raise the priority of a task before or after the task joins a queue`(
    pruning: Exploration.Pruning
  ) async throws {
    let found = try await outcomes(pruning: pruning) {
      let log = Log()
      let (_, source) = AsyncStream.makeStream(of: Int.self)
      let task = Task.detached(priority: .background) {
        let later = await log.addLater()
        source.yield(1)
        await log.add("own")
        return later
      }
      try await Task.sleep(for: .seconds(1))
      await task.value.value
      return "\(await log.lines)"
    }

    #expect(found.all == [#"["later", "own"]"#, #"["own", "later"]"#])
    #expect(found.result.isComplete)
  }

  @Test func `a task may read its priority before or after a wait raises it`() async throws {
    let found = try await outcomes {
      let task = Task.detached(priority: .background) { Task.currentPriority }
      return "\(await task.value)"
    }

    #expect(found.all == ["\(TaskPriority.background)", "\(TaskPriority.medium)"])
  }

  @Test func `a task may read its priority before or after another task raises it`() async throws {
    let found = try await outcomes {
      let order = Order()
      let task = Task.detached {
        order.add(Task.currentPriority == .medium ? "medium" : "other")
        order.add(Task.currentPriority == .medium ? "medium" : "other")
      }
      task.escalatePriority(to: .high)
      await task.value
      return order.text
    }

    #expect(found.all == ["medium medium", "medium other", "other other"])
  }

  @Test func `a priority may be raised before a handler for that is added`() async throws {
    let found = try await outcomes(pruning: .hops) {
      let order = Order()
      let task = Task.detached(priority: .background) {
        await withTaskPriorityEscalationHandler {
          guard !Task.isCancelled else { return }
          order.add("work")
          guard !Task.isCancelled else { return }
        } onPriorityEscalated: { _, _ in
          order.add("raised")
        }
      }
      await task.value
      return order.text
    }

    #expect(found.all == ["work", "raised work", "work raised"])
  }
}
