import DependenceSimulation
import Synchronization
import Testing

/// Tests of searches that preempt a step to run a task before or after it is cancelled.
struct CancellationInsideStepsTests {
  private actor Store {
    private(set) var saves = 0

    func save() {
      guard !Task.isCancelled else { return }
      saves += 1
    }
  }

  private actor Log {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
  }

  /// The actions of tasks, in order.
  private final class Order: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var text: String { lines.withLock { $0.joined(separator: " ") } }
  }

  @Test(arguments: [Exploration.Pruning.independentTasks, .hops, .none])
  func `a task may run before it is cancelled`(pruning: Exploration.Pruning) async throws {
    let found = try await outcomes(pruning: pruning) {
      let store = Store()
      let task = Task { await store.save() }
      task.cancel()
      await task.value
      return "\(await store.saves)"
    }

    #expect(found.all == ["0", "1"])
    #expect(found.result.isComplete)
  }

  @Test func `a step that is not preempted ends before its new task begins`() async throws {
    let all = Mutex<Set<Int>>([])
    let search = Exploration.exhaustive(pruning: .independentTasks)
    let result = try await explore(search, .nonpreemptive) { _ in
      let store = Store()
      let task = Task { await store.save() }
      task.cancel()
      await task.value
      let saves = await store.saves
      all.withLock { _ = $0.insert(saves) }
    }

    #expect(all.withLock { $0 } == [0])
    #expect(result.isComplete)
  }

  @Test func `a child of a group may run before the group is cancelled`() async throws {
    let found = try await outcomes {
      let store = Store()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await store.save() }
        group.cancelAll()
      }
      return "\(await store.saves)"
    }

    #expect(found.all == ["0", "1"])
  }

  @Test
  func `a child may run after another child's error has cancelled their group`() async throws {
    let found = try await outcomes {
      let log = Log()
      _ = try? await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { throw CancellationError() }
        group.addTask { if Task.isCancelled { await log.add("cancelled") } }
        while try await group.next() != nil {}
      }
      return "\(await log.lines)"
    }

    #expect(found.all == ["[]", #"["cancelled"]"#])
    #expect(found.result.isComplete)
  }

  @Test
  func `a child of a discarding group may run after another child's error`() async throws {
    let found = try await outcomes {
      let log = Log()
      try? await withThrowingDiscardingTaskGroup { group in
        group.addTask { throw CancellationError() }
        group.addTask { if Task.isCancelled { await log.add("cancelled") } }
      }
      return "\(await log.lines)"
    }

    #expect(found.all == ["[]", #"["cancelled"]"#])
    #expect(found.result.isComplete)
  }

  @Test(arguments: [true, false])
  func `a child may run after an error is thrown and before the error cancels it`(
    isDiscarding: Bool
  ) async throws {
    let found = try await outcomes {
      let log = Log()
      let (steps, progress) = AsyncStream.makeStream(
        of: Int.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      progress.yield(1)
      let receive: @Sendable @concurrent () async -> Void = {
        for await step in steps {
          return await log.add("\(step)\(Task.isCancelled ? " cancelled" : "")")
        }
      }
      if isDiscarding {
        try? await withThrowingDiscardingTaskGroup { group in
          group.addTask(operation: receive)
          group.addTask {
            progress.yield(2)
            throw CancellationError()
          }
        }
      } else {
        try? await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask(operation: receive)
          progress.yield(2)
          throw CancellationError()
        }
      }
      return "\(await log.lines)"
    }

    let lines = ["1", "1 cancelled", "2", "2 cancelled"]
    #expect(found.all == Set(lines.map { "[\"\($0)\"]" }))
    #expect(found.result.isComplete)
  }

  @Test(arguments: [true, false])
  func `a child may run after the end of its scope has cancelled it`(
    suspends: Bool
  ) async throws {
    let found = try await outcomes {
      let log = Log()
      await {
        async let _: Void = { if Task.isCancelled { await log.add("cancelled") } }()
        if suspends { await Log().add("body") }
      }()
      return "\(await log.lines)"
    }

    #expect(found.all == ["[]", #"["cancelled"]"#])
    #expect(found.result.isComplete)
  }

  @Test
  func `a task that ended in the first schedule may be cancelled before its end`() async throws {
    let found = try await outcomes {
      let task = Task { Task.isCancelled }
      await Task.yield()
      task.cancel()
      return "\(await task.value)"
    }

    #expect(found.all == ["false", "true"])
  }

  @Test
  func `a task may be cancelled after its check and before it installs a handler`() async throws {
    let found = try await outcomes(pruning: .hops) {
      let order = Order()
      let task = Task {
        if Task.isCancelled { return order.add("early") }
        await withTaskCancellationHandler {
          order.add("operation")
        } onCancel: {
          order.add("handler")
        }
      }
      task.cancel()
      await task.value
      return order.text
    }

    #expect(found.all == ["early", "handler operation", "operation"])
  }

  /// While the handler runs, the runtime holds a lock of the visitor, which it also needs to make
  /// the visitor run on the actor. If the main thread waited for this lock, neither main-actor task
  /// could run, and the watchdog would end this process.
  @Test func `main-actor code can run while a task that joins an actor is being cancelled`()
    async throws
  {
    let result = try await explore(schedules: 1_000) { _ in
      let store = Store()
      let (_, source) = AsyncStream.makeStream(of: Int.self)
      let tasks = (1...2).map { _ in
        Task { @MainActor in for _ in 0..<3 { await Task.yield() } }
      }
      let visitor = Task {
        await withTaskCancellationHandler {
          await store.save()
        } onCancel: {
          for number in 0..<3 { source.yield(number) }
        }
      }
      await Task.yield()
      visitor.cancel()
      await visitor.value
      for task in tasks { await task.value }
    }

    #expect(result.failure == nil)
  }

  @Test func `a task that loops until cancellation can be cancelled`() async throws {
    for seed in 0..<20 as Range<UInt64> {
      let result = try await simulate(seed: seed) { _ in
        let task = Task {
          while !Task.isCancelled {}
          return "cancelled"
        }
        task.cancel()
        return await task.value
      }

      #expect(result == "cancelled")
    }
  }
}
