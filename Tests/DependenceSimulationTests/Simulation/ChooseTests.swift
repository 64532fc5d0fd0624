import Dependence
@testable import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct ChooseTests {
  private actor Box {
    private(set) var values: [Int] = []

    func add(_ value: Int) { values.append(value) }
  }

  /// Returns the values that `body` returns in all runs of an exhaustive search.
  private func outcomes<Value: Hashable & Sendable>(
    pruning: Exploration.Pruning = .independentTasks,
    of body: @escaping @Sendable @concurrent () async throws -> Value
  ) async throws -> (values: Set<Value>, result: ExplorationResult) {
    let values = Lock<Set<Value>>([])
    let result = try await explore(.exhaustive(limit: 50_000, pruning: pruning)) { _ in
      let value = try await body()
      values.withLock { _ = $0.insert(value) }
    }
    return (values.withLock { $0 }, result)
  }

  @Test(arguments: [Exploration.Pruning.hops, .independentTasks, .none])
  func `an exhaustive search tries each element`(pruning: Exploration.Pruning) async throws {
    let (values, result) = try await outcomes(pruning: pruning) {
      [
        Simulation.choose("letter", from: ["a", "b", "c"]),
        Simulation.choose("other letter", from: ["x", "y"]),
      ]
    }

    #expect(values.count == 6)
    #expect(result.schedules == 6)
    #expect(result.isComplete)
  }

  @Test func `a choice that depends on an earlier one is tried only where it is made`() async throws
  {
    let (values, result) = try await outcomes {
      guard Simulation.choose("is late", from: [false, true]) else { return 0 }
      return Simulation.choose("minutes", from: [5, 10, 15])
    }

    #expect(values == [0, 5, 10, 15])
    #expect(result.schedules == 4)
  }

  @Test func `elements are tried in every relevant order of tasks`() async throws {
    let (values, result) = try await outcomes {
      let box = Box()
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<2 {
          group.addTask {
            let value = Simulation.choose("value", from: [10, 20])
            await box.add(value + task)
          }
        }
      }
      return await box.values
    }

    // Each task has two values, and there are two orders.
    #expect(values.count == 8)
    #expect(result.isComplete)
  }

  @Test func `ten elements need at most ten times as many schedules as one`() async throws {
    func schedules(_ elements: Range<Int>) async throws -> Int {
      try await outcomes {
        let box = Box()
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await box.add(1)
            await box.add(Simulation.choose("value", from: elements))
          }
          group.addTask { await box.add(-1) }
        }
        return await box.values
      }
      .result.schedules
    }

    let (one, ten) = (try await schedules(0..<1), try await schedules(0..<10))

    #expect(ten <= 10 * one)
  }

  @Test func `random schedules choose every element`() async throws {
    let drawn = Lock<Set<Int>>([])

    _ = try await explore(schedules: 100) { _ in
      let number = Simulation.choose("number", from: 0..<5)
      drawn.withLock { _ = $0.insert(number) }
    }

    #expect(drawn.withLock { $0 } == Set(0..<5))
  }

  @Test(arguments: [Exploration.random(200), .exhaustive()])
  func `a failing run keeps only the choices that it needs`(exploration: Exploration) async throws {
    let failed = Lock<[[Bool]]>([])

    let reported = try await issues(from: {
      _ = try await explore(exploration) { _ in
        let faults = (0..<4).map { Simulation.choose("fault \($0)", from: [false, true]) }
        if faults[1], faults[3] {
          failed.withLock { $0.append(faults) }
          reportIssue("Two faults.")
        }
      }
    })

    #expect(failed.withLock { $0.last } == [false, true, false, true])
    let message = try #require(reported.first?.message)
    #expect(message.contains(#"chose true for "fault 1""#))
    #expect(message.contains(#"chose false for "fault 2""#))
    #expect(message.contains("4 values chosen for the test."))
  }

  @Test func `a token replays the chosen elements`() async throws {
    let result = Lock<ExplorationResult?>(nil)
    _ = try await issues(from: {
      let found = try await explore(.exhaustive()) { _ in
        let number = Simulation.choose("number", from: 0..<100)
        await Task.yield()
        if number == 70 { reportIssue("Seventy.") }
      }
      result.withLock { $0 = found }
    })
    let token = try #require(result.withLock { $0 }?.failure)

    let number = try await simulate(.replay(token)) { _ in
      let number = Simulation.choose("number", from: 0..<100)
      await Task.yield()
      return number
    }

    #expect(number == 70)
    #expect(try ReplayToken("\(token)") == token)
  }

  @Test func `FIFO chooses the first element, and a seed always the same elements`() async throws {
    func numbers(_ schedule: Schedule) async throws -> [Int] {
      try await simulate(schedule) { _ in
        (0..<8).map { _ in Simulation.choose("number", from: 0..<10) }
      }
    }

    let (first, second) = (
      try await numbers(.random(seed: 3)), try await numbers(.random(seed: 3))
    )

    #expect(try await numbers(.fifo) == Array(repeating: 0, count: 8))
    #expect(first == second)
    #expect(Set(first).count > 1)
  }

  @Test func `a single element is not a choice`() async throws {
    let (values, result) = try await outcomes { Simulation.choose("only", from: [7]) }

    #expect(values == [7])
    #expect(result.schedules == 1)
  }

  @Test func `steps that are not preempted can make choices`() async throws {
    let values = Lock<Set<[Int]>>([])

    _ = try await explore(.exhaustive(), .nonpreemptive) { _ in
      let box = Box()
      async let first: Void = box.add(Simulation.choose("first", from: [1, 2]))
      async let second: Void = box.add(Simulation.choose("second", from: [3, 4]))
      _ = await (first, second)
      let added = await box.values
      values.withLock { _ = $0.insert(added) }
    }

    #expect(values.withLock { $0.count } == 8)
  }

  @Test func `the description of an element cannot let another task run`() async throws {
    struct Element: CustomStringConvertible {
      var description: String { Task.isCancelled ? "cancelled" : "running" }
    }

    let (values, result) = try await outcomes {
      let other = Task {}
      _ = Simulation.choose("element", from: [Element(), Element()])
      await other.value
      return 0
    }

    #expect(values == [0])
    #expect(result.isComplete)
  }

  @Test func `a choice outside a simulation is reported and returns the first element`() {
    let reported = issues(from: {
      #expect(Simulation.choose("number", from: [4, 5]) == 4)
    })

    #expect(
      reported.map(\.message) == [
        """
        Simulation.choose("number", from:) was called outside a simulation, where no search can try its alternatives, so \
        only the first one is tested. Add the trait .explore(_:) to the test, or make the call in the body of explore or \
        simulate.
        """
      ]
    )
  }

  @Test(arguments: [4_000_000, 10_000_000, Int.max])
  func `choices from any number of elements are recorded and can be replayed`(
    count: Int
  ) async throws {
    let body: Body<[Int]> = { _ in
      (0..<3).map { _ in Simulation.choose("number", from: 0..<count) }
    }
    let outcome = await SimulatedRun(.random(seed: 1), SimulationOptions())(body)
    let numbers = try outcome.get()

    #expect(Set(numbers).count == 3)
    let record = outcome.record
    let isTruncated = record.isTruncated
    #expect(!isTruncated)
    let token = try ReplayToken("\(ReplayToken(record))")
    #expect(try await simulate(.replay(token), operation: body) == numbers)
  }

  @Test func `an exhaustive search tries as many elements as its limit allows`() async throws {
    let tried = Lock<[Int]>([])
    let reported = try await issues(from: {
      let result = try await explore(.exhaustive(limit: 5)) { _ in
        let number = Simulation.choose("number", from: 0..<Int.max)
        _ = Simulation.choose("other number", from: 0..<Int.max)
        tried.withLock { $0.append(number) }
      }
      #expect(result.schedules == 5)
    })

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("Raise the limit") == true)
    // The first run of a search is random.
    #expect(tried.withLock { Set($0.dropFirst(2)) } == [0])
  }

  #if os(Linux) || os(macOS)
  @Test func `a choice among no elements ends the process`() async {
    await #expect(processExitsWith: .failure) {
      _ = Simulation.choose("number", from: [Int]())
    }
  }
  #endif
}
