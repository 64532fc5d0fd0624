import DependenceSimulation
import Testing

/// Tests that a search makes a wait depend only on the tasks that it awaits, and not on the ends of
/// other tasks.
struct AwaitedTaskTests {
  private actor Log {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
  }

  /// A wait for a task or a group. Another task, which the code does not await yet, adds a line to
  /// a log and may already have ended when the wait begins.
  private enum Wait: CaseIterable {
    case task, asyncLet, group, innerGroup, innerDiscardingGroup

    func callAsFunction(addingTo log: Log) async {
      switch self {
      case .task:
        let other = Task { await log.add("other") }
        let task = Task {}
        await Self.spendSteps()
        await task.value
        await log.add("own")
        await other.value
      case .asyncLet:
        async let other: Void = log.add("other")
        async let child: Void = {}()
        await Self.spendSteps()
        await child
        await log.add("own")
        await other
      case .group:
        await withTaskGroup { group in
          group.addTask {}
          group.addTask { await log.add("other") }
          await Self.spendSteps()
          await group.next()
          await log.add("own")
        }
      case .innerGroup:
        await withTaskGroup { group in
          group.addTask { await log.add("other") }
          await Self.spendSteps()
          await withTaskGroup(of: Void.self) { _ in }
          await log.add("own")
        }
      case .innerDiscardingGroup:
        await withDiscardingTaskGroup { group in
          group.addTask { await log.add("other") }
          await Self.spendSteps()
          await withDiscardingTaskGroup { _ in }
          await log.add("own")
        }
      }
    }

    private static func spendSteps() async {
      for _ in 1...4 { await Log().add("") }
    }
  }

  @Test(arguments: Wait.allCases)
  private func `a task may go on before the end of a task that it does not await`(
    wait: Wait
  ) async throws {
    let found = try await outcomes {
      let log = Log()
      await wait(addingTo: log)
      return "\(await log.lines)"
    }

    #expect(found.all == [#"["other", "own"]"#, #"["own", "other"]"#])
    #expect(found.result.isComplete)
  }

  @Test func `a search of a group tries only the orders in which its children end`() async throws {
    let found = try await outcomes {
      await withTaskGroup { group in
        for _ in 1...3 { group.addTask {} }
        for await _ in group {}
      }
      return ""
    }

    #expect(found.result.schedules == 6)
  }
}
