import Dependence
import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct FaultsInSimulationTests {
  private struct Offline: Error {}

  private static func results(of faults: Faults) async -> [Bool] {
    let fetch = faults.wrap("fetch") { (number: Int) async throws in number }
    var results: [Bool] = []
    for number in 1...10 { results.append((try? await fetch(number)) != nil) }
    return results
  }

  @Test func `without a seed, the schedule of a simulation determines the faults`() async throws {
    func results(seed: UInt64) async throws -> [Bool] {
      try await simulate(seed: seed) { simulation in
        let faults = Faults(
          [.throwing(Offline(), probability: 0.5), .delay(upTo: .seconds(2))],
          clock: simulation.clock
        )
        return await Self.results(of: faults)
      }
    }

    var seen: Set<[Bool]> = []
    for seed in 0..<10 as Range<UInt64> {
      let first = try await results(seed: seed)
      #expect(try await results(seed: seed) == first)
      seen.insert(first)
    }

    #expect(seen.count > 5)
  }

  @Test func `a random search finds a failure that an improbable fault causes`() async {
    let found = await issues {
      _ = try? await explore(schedules: 100) { _ in
        let fetch = Faults([.throwing(Offline(), probability: 0.3)])
          .wrap("API.load") { () async throws in 1 }
        if (try? await fetch()) == nil { reportIssue("The call failed.") }
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("DEPENDENCE_REPLAY=") == true)
  }

  @Test func `a proof mentions that an exhaustive search tries one selection of random faults`()
    async throws
  {
    func search(probability: Double) async throws -> ExplorationResult {
      try await explore(.exhaustive()) { _ in
        let fetch = Faults([.throwing(Offline(), probability: probability)])
          .wrap("API.load") { () async throws in 1 }
        _ = try? await fetch()
      }
    }

    let random = try await search(probability: 0.3)
    #expect(random.description.contains("with one sequence of random numbers"))
    let certain = try await search(probability: 1)
    #expect(!certain.description.contains("random numbers"))
  }

  @Test(.explore(20), .dependencies { $0.continuousClock = TestClock() })
  func `fault delays pass in virtual time`() async throws {
    let faults = Faults(seed: 3, [.delay(upTo: .seconds(2))])

    _ = await Self.results(of: faults)

    let time = try #require(Simulation.current?.now)
    #expect(time > .zero)
    #expect(time <= .seconds(20))
  }
}
