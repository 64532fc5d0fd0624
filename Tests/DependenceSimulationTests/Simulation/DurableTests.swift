import Dependence
@testable import DependenceSimulation
import DependenceTesting
import TestEffort
import TestKeys
import Testing

struct DurableTests {
  private func survivors(
    of operation: @escaping @Sendable @concurrent (Durable<Int>) async -> Void
  ) async throws -> Set<Int> {
    let values = Lock<Set<Int>>([])
    let result = try await explore(.exhaustive()) { _ in
      let durable = Durable(0)
      let isComplete: Bool? = await Simulation.crashingAnywhere {
        await operation(durable)
        return true
      }
      if isComplete == nil { values.withLock { _ = $0.insert(durable.value) } }
    }
    #expect(result.isComplete)
    return values.withLock { $0 }
  }

  @Test func `a crash keeps synchronized writes and a prefix of the later ones`() async throws {
    let values = try await survivors { durable in
      await durable.write(1)
      await durable.sync()
      await durable.write(2)
      await durable.write(3)
    }
    let synced = Lock<Set<Int>>([])
    _ = try await explore(.exhaustive()) { _ in
      let durable = Durable(0)
      await durable.write(1)
      await durable.sync()
      await Simulation.crashingAnywhere {
        await durable.write(2)
        await durable.write(3)
      }
      let value = durable.value
      synced.withLock { _ = $0.insert(value) }
    }

    #expect(values == [0, 1, 2, 3])
    #expect(synced.withLock { $0 } == [1, 2, 3])
  }

  @Test func `a crash can come between other code and the synchronization of a write`()
    async throws
  {
    let lost = Lock(false)
    _ = try await explore(.exhaustive()) { _ in
      let (durable, isAcknowledged) = (Durable(0), Lock(false))
      await Simulation.crashingAnywhere {
        await durable.write(1)
        isAcknowledged.withLock { $0 = true }
        await durable.sync()
      }
      if isAcknowledged.withLock({ $0 }), durable.value == 0 { lost.withLock { $0 = true } }
    }

    #expect(lost.withLock { $0 })
  }

  @Test func `outside a simulation, a durable value keeps its last write`() async {
    let durable = Durable("a")

    await durable.write("b")
    let written = durable.value
    await durable.sync()

    #expect([written, durable.value] == ["b", "b"])
  }

  @Test func `outside a simulation, a durable value releases its earlier values`() async {
    final class Page: Sendable {}
    let durable = Durable(Page())
    weak let first = durable.value

    await durable.write(Page())

    #expect(first == nil)
  }

  @Test func `a search tries both orders of two writers`() async throws {
    let values = Lock<Set<Int>>([])

    _ = try await explore(.exhaustive(pruning: .independentTasks)) { _ in
      let durable = Durable(0)
      async let first: Void = durable.write(1)
      async let second: Void = durable.write(2)
      _ = await (first, second)
      let value = durable.value
      values.withLock { _ = $0.insert(value) }
    }

    #expect(values.withLock { $0 } == [1, 2])
  }
}
