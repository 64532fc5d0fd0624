import Dependence
import DependenceHarness
import DependenceTesting
import Synchronization
import Testing

@testable import DependenceSimulation

/// Tests of dependency values that the runs of a search share.
struct SharedStateTests {
  final class Ledger: Sendable {
    let entries = Mutex<[Int]>([])
    func add() { entries.withLock { $0.append(1) } }
  }

  /// A value whose object ends with a property that is smaller than a word.
  private actor Door {
    private(set) var isOpen = false
    func open() { isOpen = true }
  }

  private enum DoorKey: TestDependencyKey {
    static let testValue = Door()
  }

  private enum FreshKey: TestDependencyKey {
    static var testValue: Ledger { Ledger() }
  }

  private enum StaticKey: TestDependencyKey {
    static let testValue = Ledger()
  }

  private enum UntouchedKey: TestDependencyKey {
    static let testValue = Ledger()
  }

  /// A value that has too many objects to inspect all of them.
  private enum HugeKey: TestDependencyKey {
    static var testValue: [Ledger] { (0..<HeapGraph.mostObjects + 10).map { _ in Ledger() } }
  }

  /// A value that has too many objects to inspect all of them, but only in the first run.
  private enum CrowdKey: TestDependencyKey {
    static let runs = LockBox(0)
    static var testValue: [Ledger] {
      let isFirst = runs.withValue { runs in
        runs += 1
        return runs == 1
      }
      return (0..<(isFirst ? HeapGraph.mostObjects + 10 : 1)).map { _ in Ledger() }
    }
  }

  /// A value whose memory may contain the address of an object to which it does not refer. This
  /// simulates memory that the allocator did not clear.
  private final class Slip: Sendable {
    let ledger: Ledger?
    let remainder: UInt

    init(_ ledger: Ledger?, remainder: UInt = 0) {
      (self.ledger, self.remainder) = (ledger, remainder)
    }
  }

  /// The first run gets a value that refers to a ledger. The other runs get values that contain the
  /// address of that ledger only as a remainder of an earlier object.
  private enum SlipKey: TestDependencyKey {
    static let ledger = Ledger()
    static let runs = LockBox(0)
    static var testValue: Slip {
      let isFirst = runs.withValue { runs in
        runs += 1
        return runs == 1
      }
      return isFirst
        ? Slip(ledger) : Slip(nil, remainder: UInt(bitPattern: ObjectIdentifier(ledger)))
    }
  }

  /// Returns the result and the issues of a search.
  private func search(
    _ exploration: Exploration = .exhaustive(),
    _ body: @escaping @Sendable () -> Void
  ) async throws -> (result: ExplorationResult, issues: [String]) {
    let reports = WaitingIssues()
    let result = try await withIssueReporter(reports) {
      try await explore(exploration) { _ in
        body()
        await Task.yield()
      }
    }
    return (result, reports.close().map(\.message))
  }

  @Test func `a default that each run creates may be modified`() async throws {
    let (result, issues) = try await search { DependencyValues.current[test: FreshKey.self].add() }

    #expect(issues == [])
    #expect(result.isComplete)
  }

  @Test func `a modified static default fails the search and is named`() async throws {
    let (result, issues) = try await search { DependencyValues.current[test: StaticKey.self].add() }

    #expect(issues.count == 1)
    #expect(issues.first?.contains("share the value of") == true)
    #expect(issues.first?.contains("StaticKey") == true)
    #expect(!result.isComplete)
  }

  @Test func `a modified Boolean property of a shared actor fails the search`() async throws {
    let reports = WaitingIssues()
    let result = try await withIssueReporter(reports) {
      try await explore(.exhaustive()) { _ in
        await DependencyValues.current[test: DoorKey.self].open()
      }
    }

    #expect(reports.close().first?.message.contains("DoorKey") == true)
    #expect(!result.isComplete)
  }

  @Test(arguments: [Ledger()])
  func `an argument that a run modifies fails the search`(ledger: Ledger) async throws {
    let (result, issues) = try await search { ledger.add() }

    let start = "The runs of this search share the arguments of the test, and a run modified"
    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix(start) == true)
    #expect(!result.isComplete)
  }

  @Test(arguments: [Ledger()])
  func `an argument that no run modifies does not fail the search`(ledger: Ledger) async throws {
    let (result, issues) = try await search { _ = ledger.entries.withLock(\.count) }

    #expect(issues == [])
    #expect(result.isComplete)
  }

  @Test func `an unmodified static default does not fail the search`() async throws {
    let (result, issues) = try await search {
      _ = DependencyValues.current[test: UntouchedKey.self].entries.withLock(\.count)
    }

    #expect(issues == [])
    #expect(result.isComplete)
  }

  @Test func `an instance that is modified only once fails the search`() async throws {
    let ledger = Ledger()
    let (result, issues) = try await withDependencies {
      $0[test: FreshKey.self] = ledger
    } operation: {
      try await search {
        let ledger = DependencyValues.current[test: FreshKey.self]
        if ledger.entries.withLock(\.isEmpty) { ledger.add() }
      }
    }

    #expect(issues.count == 1)
    #expect(issues.first?.contains("FreshKey") == true)
    #expect(!result.isComplete)
  }

  @Test func `an instance that a later run modifies fails the search`() async throws {
    let ledger = Ledger()
    let runs = LockBox(0)
    let (result, issues) = try await withDependencies {
      $0[test: FreshKey.self] = ledger
    } operation: {
      try await search(.random(30)) {
        let ledger = DependencyValues.current[test: FreshKey.self]
        if runs.withValue({
          $0 += 1; return $0
        }) == 20 {
          ledger.add()
        }
      }
    }

    #expect(issues.count == 1)
    #expect(result.failure == nil)
    #expect(issues.first?.contains("share the value of") == true)
  }

  @Test func `a prepared instance that a run modifies fails the search`() async throws {
    prepareDependencies { $0[test: FreshKey.self] = Ledger() }
    let (_, issues) = try await search { DependencyValues.current[test: FreshKey.self].add() }

    #expect(issues.count == 1)
  }

  @Test func `a shared override of a trait inside the search fails the search`() async throws {
    let ledger = Ledger()
    let layer = ScopeLayer(at: SourceSite()) { $0[test: FreshKey.self] = ledger }
    let reports = WaitingIssues()
    _ = try await withIssueReporter(reports) {
      try await explore(.exhaustive()) { _ in
        try await layer.enter(over: .current) {
          DependencyValues.current[test: FreshKey.self].add()
        }
      }
    }

    #expect(reports.close().first?.message.contains("FreshKey") == true)
  }

  @Test(arguments: [1, 2])
  func `a shared override fails the search although the run has computed the default before it`(
    overrides: Int
  ) async throws {
    let ledger = Ledger()
    let reports = WaitingIssues()
    let root = DependencyRoot(owner: nil)
    let layer = ScopeLayer(at: SourceSite()) { values in
      _ = values[test: FreshKey.self]
      if overrides == 2 { values[test: FreshKey.self] = Ledger() }
      values[test: FreshKey.self] = ledger
    }
    _ = try await layer.enter(over: RootFrame(root)) {
      try await withIssueReporter(reports) {
        try await explore(.exhaustive()) { _ in
          DependencyValues.current[test: FreshKey.self].add()
        }
      }
    }

    #expect(reports.close().first?.message.contains("FreshKey") == true)
  }

  @Test func `a value that only looks like a reference is not a shared object`() async throws {
    let (result, issues) = try await search {
      _ = DependencyValues.current[test: SlipKey.self]
      SlipKey.ledger.add()
    }

    #expect(SlipKey.runs.value > 1)
    #expect(issues == [])
    #expect(result.isComplete)
  }

  @Test func `a value that is too large only in the first run makes the proof conditional`()
    async throws
  {
    let (result, issues) = try await search {
      _ = DependencyValues.current[test: CrowdKey.self]
    }

    #expect(CrowdKey.runs.value > 1)
    #expect(issues == [])
    #expect(result.isComplete && result.isConditional)
  }

  @Test func `a large value that only one run uses does not make the proof conditional`()
    async throws
  {
    let runs = LockBox(0)
    let (result, issues) = try await search {
      let isFirst = runs.withValue { runs in
        runs += 1
        return runs == 1
      }
      if isFirst { _ = DependencyValues.current[test: HugeKey.self] }
    }

    #expect(runs.value > 1)
    #expect(issues == [])
    #expect(result.isComplete && !result.isConditional)
  }

  @Test func `two shared values are both named`()
    async throws
  {
    let (first, second) = (Ledger(), Ledger())
    let (_, issues) = try await withDependencies {
      $0[test: FreshKey.self] = first
      $0[test: UntouchedKey.self] = second
    } operation: {
      try await search {
        DependencyValues.current[test: FreshKey.self].add()
        DependencyValues.current[test: UntouchedKey.self].add()
      }
    }

    #expect(issues.count == 1)
    #expect(issues.first?.contains("share the values of") == true)
    #expect(issues.first?.contains("modified them") == true)
  }
}
