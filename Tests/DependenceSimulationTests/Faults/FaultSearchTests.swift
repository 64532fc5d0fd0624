import Dependence
import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

/// Tests of faults that a search of schedules chooses.
@Suite(.dependencies)
struct FaultSearchTests {
  private struct Offline: Error {}

  private actor Bank {
    private(set) var charges = 0

    func charge() { charges += 1 }
  }

  /// Returns the outcomes of calls with one possible fault in all runs of a search.
  private func outcomes(
    of fault: Fault,
    atMost limit: Int = 1,
    calls: Int = 1
  ) async throws -> (values: Set<[String]>, result: ExplorationResult) {
    let values = Lock<Set<[String]>>([])
    let result = try await explore(.exhaustive(pruning: .independentTasks)) { simulation in
      let bank = Bank()
      let faults = Faults([fault], atMost: limit, clock: simulation.clock)
      let charge = faults.wrap("Bank.charge") { () async throws in await bank.charge() }
      var outcome: [String] = []
      for _ in 0..<calls {
        let result = await Task { try await charge() }.result
        if case .failure(let error) = result { outcome.append("\(type(of: error))") }
      }
      outcome += ["\(await bank.charges)", "\(simulation.now)"]
      values.withLock { _ = $0.insert(outcome) }
    }
    return (values.withLock { $0 }, result)
  }

  @Test func `a search tries a call with and without a fault`() async throws {
    let (error, cancellation) = (
      try await outcomes(of: .throwing(Offline())), try await outcomes(of: .cancelling())
    )
    let (loss, duplicate) = (
      try await outcomes(of: .losingResponse(Offline())), try await outcomes(of: .duplicating())
    )

    let usual = ["1", "0.0 seconds"]
    #expect(error.values == [usual, ["Offline", "0", "0.0 seconds"]])
    #expect(cancellation.values == [usual, ["CancellationError", "0", "0.0 seconds"]])
    #expect(loss.values == [usual, ["Offline", "1", "0.0 seconds"]])
    #expect(duplicate.values == [usual, ["2", "0.0 seconds"]])
    #expect(error.result.isComplete)
  }

  @Test func `a search tries delays of several lengths`() async throws {
    let (values, _) = try await outcomes(of: .delay(upTo: .seconds(4)))

    #expect(
      values == [
        ["1", "0.0 seconds"], ["1", "1.0 seconds"], ["1", "2.0 seconds"], ["1", "3.0 seconds"],
        ["1", "4.0 seconds"],
      ]
    )
  }

  @Test(arguments: 0...3)
  func `no run has more faults than the limit`(limit: Int) async throws {
    let (values, _) = try await outcomes(of: .throwing(Offline()), atMost: limit, calls: 3)

    #expect(values.map { $0.count - 2 }.max() == limit)
    // The outcome of a run depends on the number of calls that fail, but not on which calls fail.
    #expect(values.count == limit + 1)
  }

  @Test func `a fault with probability 0 is never chosen`() async throws {
    let (values, result) = try await outcomes(of: .throwing(Offline(), probability: 0))

    #expect(values.count == 1)
    #expect(result.schedules == 1)
  }

  @Test func `an endpoint receives only faults that are possible there`() async throws {
    let values = Lock<Set<Int>>([])

    let result = try await explore(.exhaustive(pruning: .independentTasks)) { simulation in
      let count = Lock(0)
      let faults = Faults(
        [.duplicating(), .throwing(Offline()), .delay(upTo: .seconds(4))],
        atMost: 2,
        clock: simulation.clock
      )
      let slow: @Sendable () async -> Void = faults.wrap("slow") { count.withLock { $0 += 1 } }
      let quick = faults.wrap("quick") { () throws in count.withLock { $0 += 10 } }
      await slow()
      try? quick()
      let sum = count.withLock { $0 }
      values.withLock { _ = $0.insert(sum) }
    }

    #expect(values.withLock { $0 } == [1, 2, 11, 12, 21, 22])
    #expect(result.isComplete)
  }

  @Test(arguments: [Exploration.random(500), .exhaustive()])
  func `a failure is reduced to the smallest set of faults that still fails`(
    exploration: Exploration
  ) async throws {
    let reported = try await issues(from: {
      _ = try await explore(exploration) { simulation in
        let bank = Bank()
        let faults = Faults(
          [.throwing(Offline()), .losingResponse(Offline()), .delay(upTo: .seconds(1))],
          atMost: 3,
          clock: simulation.clock
        )
        let charge = faults.wrap("Bank.charge") { () async throws in await bank.charge() }
        for _ in 0..<3 {
          guard (try? await charge()) == nil else { break }
        }
        if await bank.charges > 1 { reportIssue("Charged twice.") }
      }
    })

    let message = try #require(reported.first?.message)
    #expect(message.contains(#"chose a lost response (Offline()) for "Bank.charge call 1""#))
    #expect(message.contains(#"chose no fault for "Bank.charge call 2""#))
    #expect(!message.contains("a delay"))
    #expect(!message.contains("the error"))
  }

  @Test func `a call outside a simulation is reported and gets no fault`() async {
    let reported = await issues(from: {
      let faults = Faults([.throwing(Offline())], atMost: 1)
      let charge = faults.wrap("Bank.charge") { () async throws in 1 }
      #expect((try? await charge()) == 1)
      #expect((try? await charge()) == 1)
    })

    #expect(
      reported.map(\.message) == [
        """
        Bank.charge was called outside a simulation, so no faults were injected. Faults with the argument atMost: are \
        chosen by a search. Run the test in a search, with the trait .explore(_:) or the function explore, or remove \
        atMost: to choose the faults with a seed.
        """
      ]
    )
  }

  @Test func `a negative limit is reported and no fault is injected`() async throws {
    let reported = try await issues(from: {
      try await simulate(seed: 1) { _ in
        let faults = Faults([.throwing(Offline())], atMost: -1)
        let charge = faults.wrap("Bank.charge") { () async throws in 1 }
        #expect((try? await charge()) == 1)
      }
    })

    #expect(
      reported.map(\.message) == [
        "Faults were created with atMost: -1, so none are injected. Pass 0 or more."
      ]
    )
  }

  @Test(
    .explore(.exhaustive()),
    .faults([.duplicating()], atMost: 1) { faults, dependencies in
      dependencies.continuousClock = ImmediateClock()
    }
  )
  func `the trait accepts a limit`() {}
}
