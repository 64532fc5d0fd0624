import Dependence
import DependenceSimulation
import Testing

/// Tests that joining the queue of an actor is a scheduling choice without other effects.
struct HopTests {
  /// Code that records numbers, and every order that real threads can produce.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let orders: Set<[Int]>
    let notes: @Sendable @concurrent () async -> [Int]

    init(
      _ name: String,
      _ orders: Set<[Int]>,
      _ notes: @escaping @Sendable @concurrent () async -> [Int]
    ) {
      testDescription = name
      self.orders = orders
      self.notes = notes
    }
  }

  private actor Log {
    private(set) var notes: [Int] = []

    func add(_ number: Int) { notes.append(number) }

    /// Calls the other log before this actor can run another job.
    func copy(_ number: Int, to other: Log) async {
      notes.append(number)
      await other.add(number)
    }

    /// Creates tasks that immediately join the queue of this actor.
    func addLater(_ numbers: [Int]) -> [Task<Void, Never>] {
      numbers.map { number in Task { add(number) } }
    }
  }

  @MainActor private final class Desk {
    private(set) var notes: [Int] = []

    nonisolated init() {}

    func add(_ number: Int) { notes.append(number) }

    func copy(_ number: Int, to log: Log) async {
      notes.append(number)
      await log.add(number)
    }
  }

  private static let allOfThree: Set = [
    [1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1],
  ]

  static let examples = [
    Example("a task and its creator", [[1, 2], [2, 1]]) {
      let log = Log()
      let task = Task { await log.add(1) }
      await log.add(2)
      await task.value
      return await log.notes
    },
    Example("a child and its parent", [[1, 2], [2, 1]]) {
      let log = Log()
      async let one: Void = log.add(1)
      await log.add(2)
      await one
      return await log.notes
    },
    Example("a sleeper that is cancelled", [[1, 2], [2, 1]]) {
      let log = Log()
      let sleeper = Task {
        try? await Task.sleep(for: .seconds(1))
        await log.add(1)
      }
      await Task.yield()
      sleeper.cancel()
      await log.add(2)
      await sleeper.value
      return await log.notes
    },
    Example("two children and their parent", allOfThree) {
      let log = Log()
      async let one: Void = log.add(1)
      async let two: Void = log.add(2)
      await log.add(3)
      _ = await (one, two)
      return await log.notes
    },
    Example("a task on the main actor", [[1, 2], [2, 1]]) {
      let desk = Desk()
      let task = Task { await desk.add(1) }
      await desk.add(2)
      await task.value
      return await desk.notes
    },
    Example("from the main actor to an actor", [[1, 2], [2, 1]]) {
      let (desk, log) = (Desk(), Log())
      let task = Task { await desk.copy(1, to: log) }
      await log.add(2)
      await task.value
      return await log.notes
    },
    Example("back from an actor to the main actor", [[1, 2], [2, 1]]) {
      let (desk, log) = (Desk(), Log())
      let task = Task { @MainActor in
        await log.add(9)
        desk.add(1)
      }
      await desk.add(2)
      await task.value
      return await desk.notes
    },
    // Both actors record the numbers in the same order, because no task can overtake another one
    // between the two actors.
    Example("from one actor to the next", [[1, 2, 1, 2], [2, 1, 2, 1]]) {
      let (first, second) = (Log(), Log())
      async let one: Void = first.copy(1, to: second)
      async let two: Void = first.copy(2, to: second)
      _ = await (one, two)
      return await first.notes + second.notes
    },
    Example("from the main actor to an actor, one after the other", [[1, 2, 1, 2], [2, 1, 2, 1]]) {
      let (desk, log) = (Desk(), Log())
      async let one: Void = desk.copy(1, to: log)
      async let two: Void = desk.copy(2, to: log)
      _ = await (one, two)
      return await desk.notes + log.notes
    },
    Example("tasks that are queued for the main actor from the beginning", [[1, 2]]) {
      let desk = Desk()
      let one = Task { @MainActor in desk.add(1) }
      let two = Task { @MainActor in desk.add(2) }
      await one.value
      await two.value
      return await desk.notes
    },
    Example(
      "tasks that are queued for their actor from the beginning",
      [[1, 2, 3], [1, 3, 2], [3, 1, 2]]
    ) {
      let log = Log()
      async let three: Void = log.add(3)
      for task in await log.addLater([1, 2]) { await task.value }
      await three
      return await log.notes
    },
  ]

  @Test(arguments: examples)
  func `an exhaustive search finds exactly the orders that real threads allow`(
    example: Example
  ) async throws {
    let seen = Lock<Set<[Int]>>([])

    let result = try await explore(.exhaustive(limit: 20_000), .mainActor(.virtual)) { _ in
      let notes = await example.notes()
      seen.withLock { _ = $0.insert(notes) }
    }

    #expect(result.isComplete)
    #expect(seen.withLock(\.self) == example.orders)
  }

  // This attribute prevents the optimizer from removing steps that have no effect.
  @inline(never)
  @concurrent private static func stay(_ note: String, _ trail: Trail) async { trail.note(note) }

  private func orders(_ options: SimulationOption...) async throws -> Set<[String]> {
    let seen = Lock<Set<[String]>>([])
    for seed in 0..<50 as Range<UInt64> {
      let trail = Trail()
      let option = options.first ?? .stepLimit(1_000)
      try await simulate(seed: seed, option) { _ in
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] {
            group.addTask {
              trail.note("\(name)1")
              await Self.stay("\(name)2", trail)
            }
          }
        }
      }
      seen.withLock { _ = $0.insert(trail.notes) }
    }
    return seen.withLock(\.self)
  }

  @Test
  func `an await without a hop is a scheduling point only with yieldsAtEveryAwait`() async throws {
    let usual = try await orders()
    let everywhere = try await orders(.yieldsAtEveryAwait)

    #expect(usual == [["a1", "a2", "b1", "b2"], ["b1", "b2", "a1", "a2"]])
    #expect(everywhere.count == 6)
  }
}
