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

  @Test func `without a seed, faults in a simulation are deterministic`() async throws {
    let seen = Lock<Set<[Bool]>>([])

    try await explore(schedules: 20) { simulation in
      let faults = Faults(
        [.throwing(Offline(), probability: 0.5), .delay(upTo: .seconds(2))],
        clock: simulation.clock
      )
      let results = await Self.results(of: faults)
      seen.withLock { _ = $0.insert(results) }
    }

    #expect(seen.withLock { $0.count } == 1)
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
