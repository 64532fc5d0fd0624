import Dependence
@testable import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct ExploreRootTests {
  @Dependency(\.text) private var text

  @Test func `every run computes its own defaults`() async throws {
    let defaults = Lock<Set<ObjectIdentifier>>([])
    let kept = Lock<[any AnyObject & Sendable]>([])

    try await explore(schedules: 5) { _ in
      @Dependency(TokenKey.self) var token
      defaults.withLock { _ = $0.insert(ObjectIdentifier(token)) }
      kept.withLock { $0.append(token) }
    }

    let runs = kept.withLock { $0.count }
    // There are more than five runs, because some are repeated to check that a schedule always
    // gives the same run.
    #expect(runs > 5)
    #expect(defaults.withLock { $0.count } == runs)
  }

  @Test(.dependency(\.text, "overridden"))
  func `overrides of the test apply to every run`() async throws {
    try await explore(schedules: 5) { _ in #expect(text == "overridden") }
  }

  @Test func `an issue in the scope of a run that has ended is reported`() async throws {
    let kept = Lock<[CapturedDependencies]>([])
    let found = await issues {
      _ = try? await explore(schedules: 3) { _ in
        let scope = captureDependencies()
        kept.withLock { $0.append(scope) }
      }
      kept.withLock { $0 }.last?.run { reportIssue("late") }
    }

    #expect(found.map(\.message) == ["late"])
  }

  @Test func `an issue in the deinitializer of a default value belongs to its run`() async {
    let found = await issues {
      _ = try? await explore(.exhaustive()) { _ in
        let connection = DependencyValues.current[ConnectionKey.self]
        async let first: Void = connection.log.append("first")
        async let second: Void = connection.log.append("second")
        _ = await (first, second)
        await connection.note()
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("closed after second, first") == true)
    #expect(found.first?.message.contains("Replay this schedule") == true)
  }

  @Test func `an issue in the deinitializers of all runs is reported as a failure of the schedule`()
    async
  {
    let found = await issues {
      _ = try? await explore(schedules: 20) { _ in
        await DependencyValues.current[BrokenConnectionKey.self].log.append("first")
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.hasPrefix("never closed\n") == true)
    #expect(found.first?.message.contains("Replay this schedule") == true)
  }

  @Test func `a replay reports an issue in the deinitializer of a default value`() async {
    let token = ReplayToken(seed: 1)
    let found = await issues {
      let site = SourceSite()
      let explorer = Explorer(.random(1), 1, [], at: site) { _ in
        await DependencyValues.current[BrokenConnectionKey.self].log.append("first")
      }
      let result = try? await explorer.replay(token)
      #expect(result == ExplorationResult(schedules: 1, failure: token))
    }

    #expect(found.map(\.message) == ["never closed\nThis happened in the replay of \(token)"])
  }
}

private final class BrokenConnection: Sendable {
  let log = Connection.Log()

  deinit { reportIssue("never closed") }
}

private enum BrokenConnectionKey: TestDependencyKey {
  static var testValue: BrokenConnection { BrokenConnection() }
}

private final class Connection: Sendable {
  actor Log {
    private(set) var entries: [String] = []

    func append(_ entry: String) { entries.append(entry) }
  }

  let log = Log()
  private let noted = Lock<[String]>([])

  deinit {
    let entries = noted.withLock { $0 }
    if entries.first == "second" { reportIssue("closed after \(entries.joined(separator: ", "))") }
  }

  func note() async {
    let entries = await log.entries
    noted.withLock { $0 = entries }
  }
}

private enum ConnectionKey: TestDependencyKey {
  static var testValue: Connection { Connection() }
}
