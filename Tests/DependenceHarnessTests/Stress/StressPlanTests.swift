@testable import DependenceHarness
import Foundation
import Testing

struct StressPlanTests {
  private func plan(
    _ iterations: Int = 100,
    concurrency: Int? = nil,
    seed: UInt64? = nil,
    environment: [String: String] = [:]
  ) throws(StressConfigurationError) -> StressPlan {
    try StressPlan(
      "stress",
      iterations: iterations,
      concurrency: concurrency,
      seed: seed,
      environment: environment["DEPENDENCE_STRESS_SEED"]
    )
  }

  @Test func `iterations are split into waves of the given concurrency`() throws {
    #expect(try Array(plan(7, concurrency: 3).waves) == [1...3, 4...6, 7...7])
    #expect(try Array(plan(2, concurrency: 5).waves) == [1...2])
    #expect(try Array(plan(1, concurrency: 1).waves) == [1...1])
  }

  @Test func `the largest number of iterations is split into waves without overflow`() throws {
    #expect(try Array(plan(.max, concurrency: 1_024).waves.prefix(1)) == [1...1_024])
  }

  @Test func `the default concurrency is the processor count, but at least two`() throws {
    #expect(try plan().concurrency == max(2, ProcessInfo.processInfo.activeProcessorCount))
    #expect(try plan(concurrency: 1).concurrency == 1)
  }

  @Test(arguments: [0, -5]) func `an iteration count below 1 is rejected`(count: Int) {
    #expect(throws: StressConfigurationError.iterations(count)) { try plan(count) }
  }

  @Test(arguments: [0, -1, 1_025])
  func `a concurrency below 1 or above 1024 is rejected`(count: Int) {
    #expect(throws: StressConfigurationError.concurrency(count)) { try plan(concurrency: count) }
  }

  @Test func `the seed comes from the code, else from the environment, or else is random`() throws {
    let environment = ["DEPENDENCE_STRESS_SEED": "7"]

    #expect(try plan(seed: 42, environment: environment).seed.value == 42)
    #expect(try plan(environment: environment).seed.value == 7)
    #expect(try plan().seed.value != plan().seed.value)
  }

  @Test(arguments: ["", "forty-two", "-1", "4.2", "18446744073709551616"])
  func `an invalid seed in the environment is rejected unless the code sets a seed`(text: String)
    throws
  {
    let environment = ["DEPENDENCE_STRESS_SEED": text]

    #expect(throws: StressConfigurationError.seed(text)) { try plan(environment: environment) }
    #expect(try plan(seed: 42, environment: environment).seed.value == 42)
  }

  @Test func `configuration errors explain how to fix them`() {
    #expect(
      StressConfigurationError.iterations(0).message
        == "stress cannot run 0 iterations, so nothing was run. Pass 1 or more."
    )
    #expect(
      StressConfigurationError.concurrency(0).message == """
        stress cannot run 0 iterations at a time, so nothing was run. Pass a value from 1 to 1024 as \
        `concurrency:`.
        """
    )
    #expect(
      StressConfigurationError.seed("forty-two").message == """
        The environment variable DEPENDENCE_STRESS_SEED is "forty-two", which is not a seed, so nothing \
        was run. Set it to a whole number from 0 to 18446744073709551615, or unset it.
        """
    )
  }

  @Test func `the note of an iteration explains how to repeat it`() throws {
    #expect(
      try plan(environment: ["DEPENDENCE_STRESS_SEED": "42"]).note(for: 17) == """
        in iteration 17 of 100, seed 42: repeat it with stress(iterations: 100, seed: 42) or \
        DEPENDENCE_STRESS_SEED=42
        """
    )
    #expect(
      try plan(30, concurrency: 8, seed: 42).note(for: 17) == """
        in iteration 17 of 30, seed 42: repeat it with stress(iterations: 30, concurrency: 8, seed: \
        42)
        """
    )
  }
}

struct StressIterationTests {
  private func numbers(_ number: Int, seed: UInt64) -> [UInt64] {
    var random = StressIteration(number, seed: seed).random
    return (0..<20).map { _ in random.next() }
  }

  @Test func `the seed determines the random numbers of an iteration`() {
    #expect(numbers(3, seed: 42) == numbers(3, seed: 42))
    #expect(numbers(3, seed: 42) != numbers(3, seed: 43))
  }

  @Test func `random numbers do not repeat across iterations`() {
    let drawn = (1...100).flatMap { numbers($0, seed: 42) }

    #expect(Set(drawn).count == drawn.count)
  }
}

struct StartingGateTests {
  @Test func `the gate opens only after all participants have arrived`() async {
    let arrivals = StartingGate(for: 8)
    let arrived = Counter()

    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          arrived.add(1)
          await arrivals.arrive()
          #expect(arrived.value == 8)
        }
      }
    }
  }

  @Test func `late arrivals pass the open gate immediately`() async {
    let gate = StartingGate(for: 1)

    await gate.arrive()
    await gate.arrive()
  }

  @Test func `a cancelled task still counts as an arrival`() async {
    let gate = StartingGate(for: 2)
    let task = Task { await gate.arrive() }
    task.cancel()

    await gate.arrive()

    await task.value
  }
}
