import Dependence
@testable import DependenceHarness
import Testing

struct FaultSeedTests {
  @Test func `a seed in the code takes precedence over the environment`() {
    let seed = FaultSeed(7, environment: "8")

    #expect(seed.value == 7)
    #expect(!seed.isRandom)
    #expect(seed.problem == nil)
    #expect(FaultSeed(7, environment: "mistake").problem == nil)
  }

  @Test func `without a seed in the code, the seed comes from the environment`() {
    let seed = FaultSeed(nil, environment: "18446744073709551615")

    #expect(seed.value == .max)
    #expect(!seed.isRandom)
    #expect(seed.problem == nil)
  }

  @Test func `in a stress iteration, the default seed derives from the iteration`() {
    func seed(_ number: Int, environment: String? = nil) -> FaultSeed {
      FaultSeed(nil, environment: environment, iteration: StressIteration(number, seed: 9))
    }

    #expect(seed(1) == seed(1))
    #expect(seed(1).value != seed(2).value)
    #expect(!seed(1).isRandom)
    #expect(seed(1, environment: "8").value == 8)
    #expect(seed(1, environment: "mistake").problem != nil)
  }

  @Test func `in a simulation, the schedule determines the faults unless there is a seed`() {
    func seed(_ given: UInt64?, environment: String? = nil) -> FaultSeed {
      FaultSeed(given, environment: environment, iteration: nil, isSimulated: true)
    }

    #expect(seed(nil).dependsOnSchedule)
    #expect(!seed(nil).isRandom)
    #expect(!seed(7).dependsOnSchedule)
    #expect(!seed(nil, environment: "8").dependsOnSchedule)
  }

  @Test func `without any other source, the seed is random`() {
    let seeds = (0..<20).map { _ in FaultSeed(nil, environment: nil) }

    #expect(Set(seeds.map(\.value)).count > 1)
    #expect(seeds.allSatisfy { $0.isRandom && $0.problem == nil })
  }

  @Test func `the faults of a test case have different seeds, which one value repeats`() {
    let root = DependencyRoot(owner: RecordingOwner())
    let seeds = (0..<3).map { _ in
      FaultSeed(nil, order: root.nextFaultsOrder(), environment: nil, iteration: nil)
    }

    #expect(Set(seeds.map(\.value)).count == 3)
    #expect(Set(seeds.map(\.origin)) == [seeds[0].value])

    let other = DependencyRoot(owner: RecordingOwner())
    let repeated = (0..<3).map { _ in
      FaultSeed(nil, order: other.nextFaultsOrder(), environment: "\(seeds[0].origin)")
    }

    #expect(repeated.map(\.value) == seeds.map(\.value))
    #expect(repeated.allSatisfy { !$0.isRandom })
  }

  @Test func `outside tests, the environment sets the seed of every object`() {
    let root = DependencyRoot(owner: nil)
    let seeds = (0..<3).map { _ in FaultSeed(nil, order: root.nextFaultsOrder(), environment: "8") }

    #expect(seeds.map(\.value) == [8, 8, 8])
  }

  @Test(arguments: ["", "seven", "-1", "7.0", "18446744073709551616", " 7"])
  func `an invalid seed in the environment is reported and ignored`(text: String) {
    let seed = FaultSeed(nil, environment: text)

    #expect(
      seed.problem == """
        The environment variable DEPENDENCE_FAULTS_SEED is "\(text)", which is not a seed, so it was \
        ignored. Set it to a whole number from 0 to 18446744073709551615, such as the seed that a \
        failing test printed, or unset it.
        """
    )
    #expect(seed.isRandom)
  }
}
