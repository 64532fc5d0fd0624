import DependenceSimulation
import TestEffort
import Testing

/// Tests of searches that preempt a step to run other tasks before the rest of the step.
struct PointsInsideStepsTests {
  private actor Log {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    func addAroundChild() async {
      async let child: Void = {}()
      let task = Task { add("task") }
      await child
      add("rest")
      await task.value
    }

    func addTwoTasks() async {
      let low = Task(priority: .low) { add("low") }
      let high = Task(priority: .high) { add("high") }
      await low.value
      await high.value
    }
  }

  @Test func `a consumer may take an element before the next one is sent`() async throws {
    let found = try await outcomes {
      let (steps, progress) = AsyncStream.makeStream(
        of: Int.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      async let seen = steps.reduce(into: []) { $0.append($1) }
      for step in [10, 50, 100] { progress.yield(step) }
      progress.finish()
      return "\(await seen)"
    }

    #expect(found.all == ["[100]", "[10, 100]", "[50, 100]", "[10, 50, 100]"])
  }

  @Test func `a child may end before its parent waits for it`() async throws {
    let found = try await outcomes {
      let log = Log()
      await log.addAroundChild()
      return "\(await log.lines)"
    }

    #expect(found.all == [#"["task", "rest"]"#, #"["rest", "task"]"#])
  }

  @Test func `a new task may send to a stream before its creator does`() async throws {
    let found = try await outcomes {
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      let task = Task { _ = source.yield(1) }
      source.yield(2)
      await task.value
      source.finish()
      return "\(await stream.reduce(into: []) { $0.append($1) })"
    }

    #expect(found.all == ["[1, 2]", "[2, 1]"])
  }

  @Test func `an occupied actor runs the task with the higher priority first`() async throws {
    let found = try await outcomes {
      let log = Log()
      await log.addTwoTasks()
      return "\(await log.lines)"
    }

    #expect(found.all == [#"["high", "low"]"#])
  }

  @Test func `a seed always gives the same schedule with preempted steps`() async throws {
    let program: @Sendable @concurrent (Simulation) async throws -> [String] = { _ in
      let log = Log()
      let (stream, source) = AsyncStream.makeStream(of: String.self)
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b", "c"] {
          group.addTask {
            await log.add(name)
            source.yield(name)
            if !Task.isCancelled { await log.add(name + name) }
          }
        }
        group.addTask { await log.addAroundChild() }
        await group.next()
        group.cancelAll()
      }
      source.finish()
      return await stream.reduce(into: await log.lines) { $0.append($1) }
    }

    for seed in 0..<5 as Range<UInt64> {
      let first = try await simulate(seed: seed, operation: program)
      for _ in 0..<Effort.times(40, nightly: 1_000) {
        let next = try await simulate(seed: seed, operation: program)
        #expect(next == first)
      }
    }
  }
}
