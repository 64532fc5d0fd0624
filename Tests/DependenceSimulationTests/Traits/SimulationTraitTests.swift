import Dependence
import DependenceSimulation
import DependenceTesting
import Foundation
import Subprocesses
import TestKeys
import Testing

struct SimulationTraitTests {
  @Dependency(\.text) private var text
  @Dependency(\.continuousClock) private var clock

  @Test(.deterministic(seed: 7))
  func `a sleep of one hour advances virtual time by one hour`() async throws {
    let start = ContinuousClock.now

    try await Task.sleep(for: .seconds(3_600))

    #expect(ContinuousClock.now - start == .seconds(3_600))
    #expect(Simulation.current?.now == .seconds(3_600))
  }

  @Test(.deterministic(seed: 7), arguments: [1, 2, 3])
  func `every argument runs in its own simulation`(number: Int) async throws {
    try await Task.sleep(for: .seconds(number))

    #expect(Simulation.current?.now == .seconds(number))
  }

  @Test(.deterministic(seed: 7))
  @MainActor
  func `a test can be isolated to the main actor`() async throws {
    try await Task.sleep(for: .seconds(60))

    MainActor.assertIsolated()
    #expect(Simulation.current?.now == .seconds(60))
  }

  @Test(.dependency(\.text, "before"), .deterministic(seed: 7))
  func `an override before the trait applies in the simulation`() async throws {
    #expect(text == "before")
    #expect(Simulation.current != nil)
  }

  @Test(.deterministic(seed: 7), .dependency(\.text, "after"))
  func `an override after the trait applies in the simulation`() async throws {
    #expect(text == "after")
    #expect(Simulation.current != nil)
  }

  @Test(.explore(5), .dependencies { $0.continuousClock = TestClock() })
  func `each run of a search has its own overrides`() async throws {
    try await clock.sleep(for: .seconds(1))

    #expect(Simulation.current?.now == .seconds(1))
  }

  @Test(.explore(.exhaustive(limit: 10_000)), arguments: Race.all)
  func `every schedule of a test is tried`(race: Race) async {
    #expect(await race.fixed())
  }

  @Test(.deterministic(seed: 7, .time(.manual)))
  func `the time can be advanced manually`() async throws {
    let simulation = try #require(Simulation.current)
    let sleeper = Task { try await Task.sleep(for: .seconds(2)) }

    await simulation.advance(by: .seconds(1))
    #expect(simulation.now == .seconds(1))
    await simulation.advance(by: .seconds(1))

    try await sleeper.value
  }
}

// MARK: - Failing tests

private enum SpiedKey: TestDependencyKey {
  struct Value: Sendable {
    var spy = Spy<Int>("unused")
    var load: @Sendable () -> Int = { 0 }
  }

  static var testValue: Value { Value() }
}

private let areProbesOn = System.environmentVariable("DEPENDENCE_SIMULATION_PROBES") != nil

@Suite(.enabled(if: areProbesOn))
struct SimulationProbes {
  private struct Failure: Error {}

  @Test(.explore(100))
  func `a lost update`() async {
    #expect(await Race.all[0].racy())
  }

  @Test(.explore(100))
  func `a requirement`() async throws {
    try #require(await Race.all[0].racy())
  }

  @Test(.explore(100))
  func `an error`() async throws {
    if await !Race.all[0].racy() { throw Failure() }
  }

  @Test(.explore(100))
  func `an issue from elsewhere`() async {
    let scope = captureDependencies()
    let isRight = await Race.all[0].racy()
    await Task.detached {
      scope.run { if !isRight { reportIssue("From elsewhere.") } }
    }.value
  }

  @Test(.explore(100))
  func `an expectation in a detached task`() async {
    let isRight = await Race.all[0].racy()
    await Task.detached { #expect(isRight) }.value
  }

  @Test(.deterministic(seed: 1))
  func `a seed that fails`() async {
    #expect(Bool(false))
  }

  @Test(
    .explore(20),
    .dependencies {
      let spy = Spy<Int>("API.load")
      $0[test: SpiedKey.self] = SpiedKey.Value(spy: spy, load: spy.wrap { 1 })
    }
  )
  func `a spy that each schedule creates`() {
    let api = DependencyValues.current[test: SpiedKey.self]
    #expect(api.load() == 1)
    api.spy.expectCalls(count: 1)
  }

  @Test(.explore(100))
  func `a failure before a schedule that cancels the test`() async throws {
    let isRight = await Race.all[0].racy()
    let runs = Self.runs.withLock { runs in
      runs += isRight ? 0 : 1
      return runs
    }
    // Cancel the test while the search repeats the failed schedule.
    if runs > 1 { try Test.cancel("no need") }
    #expect(isRight)
  }

  @Test(.explore(100))
  func `a failure in the schedule that cancels the test`() async throws {
    if await Race.all[0].racy() { return }
    Issue.record("It failed.")
    try Test.cancel("no need")
  }

  @Test(.explore(100))
  func `a schedule that cancels the test`() throws {
    try Test.cancel("no need")
  }

  @Test(.explore(100))
  func `a later schedule that cancels`() async throws {
    _ = await Race.all[0].racy()
    let runs = Self.runs.withLock { runs in
      runs += 1
      return runs
    }
    if runs == 3 { try Test.cancel("no need") }
  }

  private static let runs = Lock(0)

  @Test(
    .dependencies { _ in
      #expect(Bool(false))
      try Test.cancel("no fixture")
    },
    .explore(10)
  )
  func `a setup that fails and cancels the test`() {}

  @Test(
    .dependencies { _ in
      let runs = SimulationProbes.runs.withLock { runs in
        runs += 1
        return runs
      }
      if runs == 3 { try Test.cancel("no need") }
    },
    .explore(100)
  )
  func `a later setup that cancels`() async {
    _ = await Race.all[0].racy()
  }

  @Test(
    .resource(\.text) {
      "lent"
    } tearDown: { _ in
      System.writeToStandardError("freed\n")
    },
    .dependencies { _ in throw Failure() },
    .explore(10)
  )
  func `a setup that throws after it has lent a resource`() {}

  @Test(.deterministic(seed: 1), arguments: ["first", "second"])
  func `an argument that fails`(name: String) async {
    await Task(name: name) {}.value
    Issue.record("It failed.")
  }

  @Test(.replay("1s-0-0"))
  func `a test with a token in its code`() {}

  // The wrapped closure has a parameter, because the compiler of Swift 6.3 crashes in release builds
  // for wrapped closures without parameters.
  private func poll(_ spy: Spy<Int, Void>) {
    let poll: @Sendable (Int) -> Void = spy.wrap { _ in }
    poll(1)
  }

  @Test(.explore(20))
  func `a spy that no schedule checks`() {
    poll(Spy("API.poll"))
  }

  @Test(.explore(20))
  func `a spy that some schedules check`() {
    let spy = Spy<Int, Void>("API.poll")
    poll(spy)
    if Simulation.choose("check", from: [false, true]) { spy.expectCalls(count: 1) }
  }

  @Test(.dependencies)
  func `no simulation`() {}

  @Test func `no use of the library`() {}

  @Test(.replay("nonsense"))
  func `a bad token`() {
    Issue.record("It ran.")
  }
}

struct SimulationOutcomeTests {
  private func run(_ probe: String, environment: [String: String] = [:]) async throws -> Transcript
  {
    try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "SimulationProbes/.\(probe)"],
      environment: ["DEPENDENCE_SIMULATION_PROBES": "1"].merging(environment) { $1 }
    )
  }

  @Test(arguments: ["a lost update", "a requirement", "an error", "an issue from elsewhere"])
  func `a race is reported once, with its timeline and a token that replays it`(
    probe: String
  ) async throws {
    let found = try await run(probe)

    #expect(found.ending == .exit(1))
    #expect(found.output.components(separatedBy: "recorded an issue").count == 2, "\(found)")
    #expect(found.contains("actor 1 Account"), "\(found)")
    #expect(found.contains("Attached 'schedule.svg'"), "\(found)")
    #expect(found.output.components(separatedBy: " of .explore failed. In ").count == 2, "\(found)")
    let token = try #require(found.output.firstMatch(of: /DEPENDENCE_REPLAY=(\S+)/)?.output.1)

    let again = try await run(probe, environment: ["DEPENDENCE_REPLAY": String(token)])

    #expect(again.ending == .exit(1))
    #expect(
      again.output.components(separatedBy: "in the replay of \(token)").count == 2,
      "\(again)"
    )
    #expect(again.output.components(separatedBy: "Attached 'schedule.svg'").count == 2, "\(again)")
  }

  @Test(
    arguments: [
      ("a failure before a schedule that cancels the test", "isRight"),
      ("a failure in the schedule that cancels the test", "It failed."),
    ]
  )
  func `a failure is reported even if a schedule cancels the test`(
    probe: String,
    failure: String
  ) async throws {
    let found = try await run(probe)

    #expect(found.ending == .exit(1))
    #expect(found.contains(failure), "\(found)")
    #expect(found.contains("DEPENDENCE_REPLAY="), "\(found)")
    #expect(found.contains("then ended early"), "\(found)")
  }

  @Test func `a test that a schedule cancels makes no claim about the other schedules`()
    async throws
  {
    let found = try await run("a schedule that cancels the test")

    #expect(found.contains("cancelled"), "\(found)")
    #expect(!found.contains("explored "), "\(found)")
  }

  @Test(arguments: ["a later schedule that cancels", "a later setup that cancels"])
  func `a search that a later schedule cancels has proved nothing, and fails`(
    probe: String
  ) async throws {
    let found = try await run(probe)

    #expect(found.ending == .exit(1))
    #expect(found.contains("has proved nothing"), "\(found)")
    #expect(!found.contains("explored "), "\(found)")
  }

  @Test func `a failure in the setup of a run is reported even if the setup cancels the test`()
    async throws
  {
    let found = try await run("a setup that fails and cancels the test")

    #expect(found.ending == .exit(1), "\(found)")
    let message = "The setup of run 1 of .explore failed, so the search ended early. Failure: "
    #expect(found.contains("\(message)Expectation failed"), "\(found)")
  }

  @Test func `a setup that throws frees the resources that it has lent`() async throws {
    let found = try await run("a setup that throws after it has lent a resource")

    #expect(found.ending == .exit(1), "\(found)")
    #expect(found.output.components(separatedBy: "freed").count == 2, "\(found)")
  }

  @Test func `each failed case of a parameterized test has its own timeline files`() async throws {
    let found = try await run("an argument that fails")

    let files = found.output.matches(of: /Timeline: (\S+)/).map(\.output.1)
    #expect(files.count == 2, "\(found)")
    #expect(Set(files).count == 2, "\(found)")
  }

  @Test func `an expectation that fails in a detached task ends the search`() async throws {
    let found = try await run("an expectation in a detached task")

    #expect(found.ending == .exit(1))
    #expect(found.output.components(separatedBy: "Expectation failed: isRight").count < 500)
    #expect(found.contains("Attached 'schedule.svg'"), "\(found)")
  }

  @Test func `an audit reports once a spy that no schedule of a search checks`() async throws {
    let audit = ["DEPENDENCE_AUDIT": "1"]
    let unchecked = try await run("a spy that no schedule checks", environment: audit)
    let checked = try await run("a spy that some schedules check", environment: audit)

    #expect(unchecked.ending == .exit(1), "\(unchecked)")
    let message = "No run of this repeated test checked the calls to API.poll."
    #expect(unchecked.output.components(separatedBy: message).count == 2, "\(unchecked)")
    #expect(checked.ending == .exit(0), "\(checked)")
  }

  @Test func `an audited search may use a spy that a trait creates for each schedule`() async throws
  {
    let found = try await run(
      "a spy that each schedule creates",
      environment: ["DEPENDENCE_AUDIT": "1"]
    )

    #expect(found.ending == .exit(0), "\(found)")
  }

  @Test func `a replay token that no test uses fails the run`() async throws {
    let unused = try await run("no simulation", environment: ["DEPENDENCE_REPLAY": "1s-0-0"])
    let ordinary = try await run("no simulation")

    #expect(unused.ending == .exit(1))
    #expect(unused.contains("nothing was replayed"), "\(unused)")
    #expect(ordinary.ending == .exit(0), "\(ordinary)")
  }

  @Test(arguments: ["1s-0-0", "nonsense"])
  func `a replay token fails a run whose tests do not use the library`(token: String) async throws {
    let unused = try await run("no use of the library", environment: ["DEPENDENCE_REPLAY": token])

    #expect(unused.ending == .exit(1), "\(unused)")
    #expect(
      unused.contains(
        """
        none of the tests that ran contains a simulation without a replay token in its code, so nothing was replayed
        """
      ),
      "\(unused)"
    )
  }

  @Test func `a replay token is unused if the only simulation has a token in its code`()
    async throws
  {
    let found = try await run(
      "a test with a token in its code",
      environment: ["DEPENDENCE_REPLAY": "1s-0-0"]
    )

    #expect(found.ending == .exit(1), "\(found)")
    #expect(found.contains("contains a simulation without a replay token in its code"), "\(found)")
  }

  @Test func `a replay token does not fail a process that runs no test`() async throws {
    let environment = ["DEPENDENCE_REPLAY": "1s-0-0"]
    let unmatched = try await run("no such test", environment: environment)
    let listing = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--list-tests"],
      environment: environment
    )

    // This is the status of a process in which the filter matches no test of Swift Testing.
    #expect(unmatched.ending == .exit(69), "\(unmatched)")
    #expect(!unmatched.contains("nothing was replayed"), "\(unmatched)")
    #expect(listing.ending == .exit(0))
  }

  @Test func `an invalid replay token is reported and nothing runs`() async throws {
    let found = try await run("a lost update", environment: ["DEPENDENCE_REPLAY": "nonsense"])

    #expect(found.ending == .exit(1))
    #expect(found.contains("nonsense"), "\(found)")
    #expect(!found.contains("Replay this schedule"), "\(found)")
  }

  @Test func `an invalid token in a test is reported at the trait`() async throws {
    let found = try await run("a bad token")

    #expect(found.ending == .exit(1))
    #expect(!found.contains("It ran."), "\(found)")
    #expect(found.contains("nonsense"), "\(found)")
  }

  @Test func `a failing seed is reported with its simulation and a token`() async throws {
    let found = try await run("a seed that fails")

    #expect(found.ending == .exit(1))
    let note = """
      ↳ This happened in the simulation of .deterministic(seed: 1). Replay it with DEPENDENCE_REPLAY=
      """
    #expect(found.output.components(separatedBy: note).count == 2, "\(found)")
    #expect(found.contains("Attached 'schedule.txt'"), "\(found)")
  }

  @Test func `a failure in a replay names the replayed token instead of the trait's seed`()
    async throws
  {
    let token = "1s-5-4989"

    let found = try await run("a seed that fails", environment: ["DEPENDENCE_REPLAY": token])

    #expect(found.ending == .exit(1))
    let note = """
      ↳ This happened in the simulation of .deterministic(seed: 1), in the replay of \(token)
      """
    #expect(found.output.components(separatedBy: note).count == 2, "\(found)")
    #expect(!found.contains("Replay it with"), "\(found)")
  }
}
