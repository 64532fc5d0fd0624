import DependenceSimulation
import DependenceTesting
import Synchronization
import Testing

/// Programs in which a task reads the state of other tasks, of its own group or of the simulation
/// without waiting for a task.
struct StateCheckSearchTests {
  private actor Board {
    private(set) var text = ""

    func note(_ line: String) { text += line }
  }

  private final class Log: IssueReporter {
    private let lines = Mutex("")

    func add(_ line: String) { lines.withLock { $0 += line } }

    var text: String { lines.withLock(\.self) }

    func report(_ issue: DependencyIssue) -> Bool {
      add(issue.message)
      return true
    }
  }

  private struct Failure: Error {
    let name: String
  }

  @Test func `a task may be cancelled before or after another task checks that`() async throws {
    let found = try await outcomes {
      let board = Board()
      let task = Task { await board.note("t") }
      let cancelling = Task {
        await board.note("c")
        task.cancel()
      }
      let checking = Task { await board.note(task.isCancelled ? "y" : "n") }
      _ = await (task.value, cancelling.value, checking.value)
      return await board.text
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["tcn", "tcy", "tnc", "ctn", "cty", "cnt", "cyt", "ntc", "nct"])
  }

  @Test func `a task may fall asleep before or after a test expects no sleepers`() async throws {
    let found = try await outcomes(.time(.whenIdle)) {
      let clock = TestClock()
      let log = Log()
      let task = Task { try? await clock.sleep(for: .seconds(1)) }
      withIssueReporter(log) { clock.expectNoSleepers() }
      await task.value
      return log.text.isEmpty ? "none" : "one"
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["none", "one"])
  }

  @Test func `a task may fall asleep before or after a test runs the clock`() async throws {
    let found = try await outcomes(.time(.whenIdle)) {
      let clock = TestClock()
      let task = Task { try? await clock.sleep(for: .seconds(1)) }
      await clock.run()
      let time = clock.now.offset
      await task.value
      return "\(time)"
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["0.0 seconds", "1.0 seconds"])
  }

  @Test func `a discarding group may become empty before or after a check`() async throws {
    let found = try await outcomes {
      let log = Log()
      await withDiscardingTaskGroup { group in
        group.addTask { await Task.yield() }
        await Task.yield()
        log.add(group.isEmpty ? "e" : "n")
        await Task.yield()
        log.add(group.isEmpty ? "e" : "n")
        await Task.yield()
      }
      return log.text
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["nn", "ne", "ee"])
  }

  @Test func `an error may cancel a discarding group before or after a check`() async throws {
    let found = try await outcomes {
      let log = Log()
      do {
        try await withThrowingDiscardingTaskGroup { group in
          group.addTask {
            await Task.yield()
            throw Failure(name: "a")
          }
          group.addTask { throw Failure(name: "b") }
          await Task.yield()
          log.add(group.isCancelled ? "c" : "n")
          await Task.yield()
          log.add(group.isCancelled ? "c" : "n")
        }
      } catch {
        log.add((error as? Failure)?.name ?? "?")
      }
      return log.text
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["nna", "nnb", "nca", "ncb", "cca", "ccb"])
  }

  @Test func `an error may cancel a discarding group before or after a task is added`()
    async throws
  {
    let found = try await outcomes {
      let board = Board()
      try? await withThrowingDiscardingTaskGroup { group in
        group.addTask {
          await board.note("a")
          throw Failure(name: "a")
        }
        await board.note("b")
        let isAdded = group.addTaskUnlessCancelled {}
        await board.note(isAdded ? "y" : "n")
      }
      return await board.text
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["aby", "abn", "bay", "ban", "bya"])
  }

  @Test func `a task may end before or after another task reads which tasks have not ended`()
    async throws
  {
    let found = try await outcomes {
      let board = Board()
      let task = Task { await board.note("t") }
      let reading = Task {
        await board.note("r")
        let count = Simulation.current?.unfinishedTasks.count
        await board.note("\(count ?? 0)")
      }
      _ = await (task.value, reading.value)
      return await board.text
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["tr2", "r3t", "rt2", "rt3"])
  }

  @Test func `a task may fall asleep before or after another task counts the sleeping tasks`()
    async throws
  {
    let found = try await outcomes {
      let board = Board()
      let clock = TestClock()
      let sleeping = Task {
        await board.note("a")
        try? await clock.sleep(for: .seconds(1))
      }
      let counting = Task {
        await board.note("b")
        await board.note("\(clock.sleepers.count)")
      }
      _ = await (sleeping.value, counting.value)
      return await board.text
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["ab0", "ab1", "ba0", "ba1", "b0a"])
  }

  @Test func `time may move before or after a task pauses it`() async throws {
    let found = try await outcomes {
      let board = Board()
      let advancing = Task {
        await Simulation.current?.advance(by: .seconds(1))
        await board.note("a\(Simulation.current?.now.components.seconds ?? 0)")
      }
      let settling = Task {
        await Simulation.current?.settle()
        await board.note("s")
      }
      let sleeping = Task {
        try? await Task.sleep(for: .seconds(1))
        await board.note("w")
      }
      _ = await (advancing.value, settling.value, sleeping.value)
      return await board.text
    }

    #expect(found.result.isComplete)
    #expect(found.all == ["swa1", "wsa2"])
  }
}
