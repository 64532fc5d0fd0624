import Dependence
import DependenceSimulation
import DependenceTesting
import Foundation
import Testing

/// The failing tests of the articles. `SimulationOutputTests` runs each in a separate process.
@Suite(.enabled(if: System.environmentVariable("DEPENDENCE_DOCUMENTATION_MISTAKES") != nil))
struct SimulationBugs {
  actor Bank {
    private var limit = 100

    func approves() -> Bool {
      limit -= 1
      return limit >= 0
    }
  }

  actor BoxOffice {
    private let bank = Bank()
    private var seats: Int

    init(seats: Int) { self.seats = seats }

    func sell() async -> Bool {
      guard seats > 0, await bank.approves() else { return false }
      seats -= 1
      return true
    }
  }

  @Test(.explore(1_000))
  func `one seat is sold once`() async {
    let office = BoxOffice(seats: 1)
    async let first = office.sell()
    async let second = office.sell()
    let sales = await [first, second].count(where: \.self)
    #expect(sales == 1)
  }

  // Compiles the example of `replay(_:)`. No run has printed this token, so the test is never run.

  @Test(.replay("…"))
  func `the replay trait takes a token`() {}

  actor Worker {
    private var work: Task<Void, Never>?

    func start(_ work: Task<Void, Never>) { self.work = work }

    func stop() async { await work?.value }
  }

  @Test(.explore(100))
  func `a worker stops`() async {
    let worker = Worker()
    let work = Task(name: "work") { await worker.stop() }
    await worker.start(work)
    await work.value
  }

  actor Greetings {
    static let shared = Greetings()

    private var known: [String: String] = [:]

    func greeting(for name: String) async -> String {
      if let greeting = known[name] { return greeting }
      await Task.yield()
      known[name] = "Good evening, \(name)"
      return "Good evening, \(name)"
    }
  }

  @Test(.explore(100))
  func `Anna is greeted`() async {
    #expect(await Greetings.shared.greeting(for: "Anna") == "Good evening, Anna")
  }
}
