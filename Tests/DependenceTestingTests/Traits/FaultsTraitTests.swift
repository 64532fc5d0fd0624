import Dependence
import DependenceTesting
import Foundation
import Testing

private struct Offline: Error {}

private struct API: Sendable {
  var fetch: @Sendable (Int) async throws -> Int
}

private enum APIKey: DependencyKey {
  static var liveValue: API { API { $0 } }
  static var testValue: API { API { _ in throw unimplemented("API.fetch") } }
}

extension DependencyValues {
  fileprivate var api: API {
    get { self[APIKey.self] }
    set { self[APIKey.self] = newValue }
  }
}

/// A probability with which a fault occurs in each call of these tests. If it were 1, the fault would
/// not be random and would need no seed.
private let nearlyAlways = 0.999_999_999

extension Trait where Self == DependencyTrait {
  /// Returns a trait that makes each call of `fetch` throw an error with the given probability.
  fileprivate static func offline(seed: UInt64? = 7, probability: Double = 1) -> Self {
    .faults(seed: seed, [.throwing(Offline(), probability: probability)]) { faults, dependencies in
      dependencies.api.fetch = faults.wrap("API.fetch", dependencies.api.fetch)
    }
  }

  fileprivate static var stubbed: Self { .dependencies { $0.api.fetch = { -$0 } } }
}

/// An object that reports an issue when it is freed.
private final class Failing: Sendable {
  deinit { reportIssue("freed") }
}

private enum FailingKey: DependencyKey {
  static var liveValue: Failing { Failing() }
  static var testValue: Failing { Failing() }
}

private func fetch(_ number: Int) async throws -> Int {
  try await DependencyValues.current.api.fetch(number)
}

struct FaultsTraitTests {
  @Test(.stubbed, .offline())
  func `faults are injected into an endpoint that an earlier trait overrides`() async {
    await #expect(throws: Offline.self) { try await fetch(1) }
  }

  @Test(.offline(), .stubbed)
  func `no faults are injected into an endpoint that a later trait overrides`() async throws {
    #expect(try await fetch(1) == -1)
  }

  @Test(.stubbed, .offline(probability: 0), .dependency(\.continuousClock, TestClock()))
  func `a call without an injected fault returns its result`() async throws {
    #expect(try await fetch(1) == -1)
  }

  @Test(
    .dependencies { $0.continuousClock = ImmediateClock() },
    .stubbed,
    .faults(seed: 7, [.delay(upTo: .seconds(2))]) { faults, dependencies in
      dependencies.api.fetch = faults.wrap("API.fetch", dependencies.api.fetch)
    },
    arguments: 0..<8
  )
  func `the call numbers of faults start again in every case`(number: Int) async throws {
    let clock = AnyClock(DependencyValues.current.continuousClock)
    let start = clock.now

    #expect(try await fetch(number) == -number)

    // The delay depends on the seed and on the number of the call. It is the same in every case,
    // because the numbers of the calls start again.
    #expect(start.duration(to: clock.now) == .milliseconds(214))
  }

  @Suite(.stubbed, .offline())
  struct Inherited {
    @Test func `the faults trait of a suite applies to its tests`() async {
      await #expect(throws: Offline.self) { try await fetch(1) }
    }
  }

  @Test func `without a trait, only random seeds and cancelling faults are reported`() {
    withKnownIssue {
      _ = Faults([.throwing(Offline(), probability: 0.5)])
    } matching: { issue in
      "\(issue)".contains(
        "so a failure would not show the random seed of these faults. Add one of these traits."
      )
    }
    withKnownIssue {
      _ = Faults(seed: 7, [.cancelling(probability: 1)])
    } matching: { issue in
      "\(issue)".contains("so it would not fail if these faults cancelled its own task.")
    }
    _ = Faults(seed: 7, [.throwing(Offline(), probability: 0.5)])
    _ = Faults([.throwing(Offline(), probability: 1)])
    _ = Faults([])
  }
}

// MARK: - Output

private let isProbing = ProcessInfo.processInfo.environment["DEPENDENCE_PROBE"] != nil

/// Tests that fail in different ways. `FaultsOutputTests` runs them in a separate process.
@Suite(.enabled(if: isProbing, "only started by FaultsOutputTests"))
struct FaultsProbes {
  @Test(.stubbed, .offline()) func `an expectation fails`() async {
    #expect(await (try? fetch(1)) == -1)
  }

  @Test(.stubbed, .offline()) func `an error is thrown`() async throws {
    _ = try await fetch(1)
  }

  @Test(.dependencies, .stubbed, .offline()) func `an issue comes from elsewhere`() async {
    let scope = captureDependencies()
    await Task.detached {
      _ = try? await scope.run { try await fetch(1) }
      scope.run { reportIssue("from elsewhere") }
    }.value
  }

  @Test(.stubbed, .offline()) func `something is left behind`() async {
    let spy = Spy<Void>("API.poll")
    let poll = spy.wrap { () async in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    _ = try? await fetch(1)
    Task { await poll() }
    await spy.waitForCalls(to: .begin)
  }

  @Test(.stubbed, .offline()) func `a default value fails when it is freed`() async {
    _ = try? await fetch(1)
    _ = DependencyValues.current[FailingKey.self]
  }

  @Test(.stubbed, .offline()) func `nothing fails`() async {
    await withKnownIssue { _ = try await fetch(1) }
  }

  @Test(
    .faults([]) { faults, dependencies in
      dependencies.api.fetch = faults.wrap("API.fetch") { -$0 }
    }
  )
  func `no fault has an effect`() async throws {
    #expect(try await fetch(1) == -1)
  }

  @Test(.stubbed, .offline(seed: nil)) func `no fault is random`() async {
    await #expect(throws: Offline.self) { try await fetch(1) }
  }

  @Test(.stubbed, .offline(seed: nil, probability: 0.3), arguments: 0..<20)
  func `random seeds select calls`(number: Int) async {
    _ = try? await fetch(1)
  }

  @Test(.stubbed, .offline(probability: 0.000_1)) func `a seed selects no call`() async throws {
    _ = try await fetch(1)
  }

  @Test(.stubbed, .offline(seed: nil, probability: 0)) func `no fault can occur`() async throws {
    _ = try await fetch(1)
  }

  @Test(
    .faults([.losingResponse(Offline())]) { faults, dependencies in
      dependencies.api.fetch = faults.wrap("API.fetch") { _ in throw Offline() }
    }
  )
  func `no response can be lost`() async {
    await #expect(throws: Offline.self) { try await fetch(1) }
  }

  @Test(
    .faults(seed: 7, [.losingResponse(Offline(), probability: 0.000_1)]) { faults, dependencies in
      dependencies.api.fetch = faults.wrap("API.fetch") { -$0 }
    }
  )
  func `a seed loses no response`() async throws {
    _ = try await fetch(1)
  }

  @Test(.stubbed, .offline(seed: nil, probability: nearlyAlways), arguments: [1, 2])
  func `a random seed`(number: Int) async {
    _ = try? await fetch(1)
    Issue.record("here")
  }

  @Test(
    .stubbed,
    .dependency(\.continuousClock, ImmediateClock()),
    .faults([.delay(upTo: .seconds(100))]) { faults, dependencies in
      dependencies.api.fetch = faults.wrap("API.fetch", dependencies.api.fetch)
    },
    .faults([.reordering(within: .seconds(100))]) { faults, dependencies in
      dependencies.api.fetch = faults.wrap("API.fetch", dependencies.api.fetch)
    }
  )
  func `two random seeds`() async {
    _ = try? await fetch(1)
    Issue.record("here")
  }

  @Test(.stubbed, arguments: [true, false]) func `faults in the body`(fails: Bool) async throws {
    for faults in [
      Faults(seed: 7, [.throwing(Offline(), probability: 1)]),
      Faults([.throwing(Offline(), probability: nearlyAlways)]),
    ] {
      let fetch = faults.wrap("API.fetch", fetch)
      _ = try? await fetch(1)
    }
    #expect(!fails)
  }

  @Test(.stubbed, .stress(iterations: 3, seed: 9), .offline(seed: nil, probability: nearlyAlways))
  func `an iteration fails`() async {
    _ = try? await fetch(1)
    if StressIteration.current?.number == 2 { Issue.record("here") }
  }

  @Test(.stubbed, .stress(iterations: 2, seed: 9), .offline())
  func `an iteration throws`() async throws {
    _ = try await fetch(1)
  }

  @Test(
    .stubbed,
    .faults(seed: 7, [.cancelling(probability: 1)]) { faults, dependencies in
      dependencies.api.fetch = faults.wrap("API.fetch", dependencies.api.fetch)
    }
  )
  func `a test cancels itself`() async {
    await #expect(throws: CancellationError.self) { try await fetch(1) }
  }
}

struct FaultsOutputTests {
  /// Runs one of the probes in a separate process.
  private func run(
    _ probe: String,
    seed: String? = nil,
    attachments: URL? = nil,
    isAudited: Bool = false
  ) async throws -> TestBinary {
    var environment = ["DEPENDENCE_PROBE": "1"]
    if isAudited { environment["DEPENDENCE_AUDIT"] = "1" }
    environment["DEPENDENCE_FAULTS_SEED"] = seed
    return try await TestBinary(
      filter: "FaultsProbes/.\(probe)",
      arguments: attachments.map { ["--attachments-path", $0.path] } ?? [],
      environment: environment
    )
  }

  private let note = "Injected faults, seed 7: API.fetch call 1: threw Offline()"

  @Test(
    arguments: [
      "an expectation fails", "an issue comes from elsewhere", "something is left behind",
      "a default value fails when it is freed",
    ]
  )
  func `the issue of a failing test includes the seed and the faults`(probe: String) async throws {
    let run = try await run(probe)

    #expect(!run.hasPassed)
    #expect(run.output.components(separatedBy: "recorded an issue").count == 2, "\(run.output)")
    #expect(run.output.contains("\(note)\n"), "\(run.output)")
  }

  @Test func `a test that throws records the seed and the faults as a warning`() async throws {
    let run = try await run("an error is thrown")

    #expect(!run.hasPassed)
    #expect(run.output.contains("recorded a warning"), "\(run.output)")
    #expect(run.output.contains("↳ \(note)\n"), "\(run.output)")
  }

  @Test func `a passing test does not print its seed`() async throws {
    let run = try await run("nothing fails")

    #expect(run.hasPassed)
    #expect(!run.output.contains("seed"), "\(run.output)")
  }

  @Test(
    arguments: [
      "an expectation fails", "an error is thrown", "something is left behind",
      "a default value fails when it is freed",
    ]
  )
  func `the seed and the faults are attached to a failing test`(probe: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let run = try await run(probe, attachments: folder)

    #expect(!run.hasPassed)
    #expect(try String(contentsOf: folder.appending(path: "faults.txt"), encoding: .utf8) == note)
  }

  @Test func `the faults of an iteration that throws are shown with its number`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let run = try await run("an iteration throws", attachments: folder)

    #expect(!run.hasPassed)
    #expect(run.output.components(separatedBy: note).count == 2, "\(run.output)")
    #expect(run.output.contains("in 2 of 2 iterations, first in iteration 1"), "\(run.output)")
    #expect(
      try String(contentsOf: folder.appending(path: "faults.txt"), encoding: .utf8)
        == "In iteration 1 of 2:\n\(note)"
    )
  }

  @Test
  func `every case has a different random seed, which is printed if the case fails`() async throws {
    let run = try await run("a random seed")

    let seeds = run.output.matches(
      of:
        /↳ Injected faults, seed (\d+) \(repeat them with DEPENDENCE_FAULTS_SEED=\d+\): API.fetch call 1/
    ).map(\.output.1)
    #expect(seeds.count == 2, "\(run.output)")
    #expect(Set(seeds).count == 2)
  }

  @Test
  func `all faults of a test without a faults trait are shown if the test fails`() async throws {
    let run = try await run("faults in the body")

    #expect(!run.hasPassed)
    #expect(run.output.components(separatedBy: "recorded an issue").count == 2, "\(run.output)")
    #expect(!run.output.contains("recorded a warning"), "\(run.output)")
    let seeds = run.output.matches(of: /↳ Injected faults, seed (\d+)/).map(\.output.1)
    #expect(seeds.count == 2, "\(run.output)")
    #expect(seeds.first == "7")
  }

  @Test
  func `a failing stress iteration shows its faults, which depend on its seed`() async throws {
    let run = try await run("an iteration fails")

    let again = try await self.run("an iteration fails")
    let shown = [run, again].map {
      $0.output.matches(of: /faults, seed (\d+)(?: \(.*?\))?: API.fetch call 1/)
    }
    #expect(shown.map(\.count) == [1, 1], "\(run.output)")
    #expect(shown[0].first?.output.1 == shown[1].first?.output.1)
  }

  @Test func `one value of the environment variable repeats all faults of a test`() async throws {
    let line = /faults, seed (\d+)(?: \(repeat them with DEPENDENCE_FAULTS_SEED=(\d+)\))?: (.*)/
    let found = try await run("two random seeds").output.matches(of: line).map(\.output)
    let values = Set(found.compactMap(\.2))

    #expect(values.count == 1)
    let again = try await run("two random seeds", seed: values.first.map(String.init))
      .output.matches(of: line).map(\.output)

    #expect(Set(found.map(\.1)).count == 2)
    #expect(again.map(\.1) == found.map(\.1))
    #expect(again.map(\.3) == found.map(\.3))
  }

  @Test func `the environment can set the seed`() async throws {
    let run = try await run("a random seed", seed: "12345")

    let shown = run.output.components(
      separatedBy: "↳ Injected faults, seed 12345: API.fetch call 1: threw"
    )
    #expect(shown.count == 3, "\(run.output)")
  }

  @Test
  func `an invalid seed in the environment fails every test that would use it`() async throws {
    let run = try await run("a random seed", seed: "seven")

    #expect(!run.hasPassed)
    let errors = run.output.components(separatedBy: #"DEPENDENCE_FAULTS_SEED is "seven""#)
    #expect(errors.count == 3, "\(run.output)")
  }

  @Test(arguments: ["nothing fails", "no fault has an effect", "no fault is random"])
  func `a faults seed in the environment that no test uses fails the run`(
    probe: String
  ) async throws {
    let unused = try await run(probe, seed: "5")
    let ordinary = try await run(probe)

    #expect(!unused.hasPassed)
    #expect(
      unused.output.contains(
        """
        DEPENDENCE_FAULTS_SEED is "5", but none of the tests that ran injects faults without a seed in its code, so \
        nothing was repeated.
        """
      ),
      "\(unused.output)"
    )
    #expect(ordinary.hasPassed, "\(ordinary.output)")
  }

  @Test(arguments: [nil, "1", "2", "3", "4"])
  func `an audit accepts that a seed from outside the code selects no call`(
    seed: String?
  ) async throws {
    let run = try await run("random seeds select calls", seed: seed, isAudited: true)

    #expect(run.hasPassed, "\(run.output)")
  }

  @Test(
    arguments: [
      ("a seed selects no call", "because the seed selected none of the calls (1)."),
      ("no fault can occur", "because none of them can occur in the endpoints that were called."),
      (
        "no response can be lost",
        "because each call whose response could be lost threw an error of its own."
      ),
      ("a seed loses no response", "because the seed selected none of the calls (1)."),
    ]
  )
  func `an audit reports faults that no run of the test injects`(
    probe: String,
    reason: String
  ) async throws {
    let run = try await run(probe, isAudited: true)

    #expect(!run.hasPassed)
    #expect(run.output.contains(reason), "\(run.output)")
  }

  @Test func `a test that is cancelled by its own faults fails`() async throws {
    let run = try await run("a test cancels itself")

    #expect(!run.hasPassed, "\(run.output)")
    #expect(
      run.output.contains(
        """
        A fault (seed 7) cancelled the task of the test itself, in call 1 of API.fetch. Make this call \
        in a separate task, Task { ... }, so that the fault cancels only that task.
        """
      ),
      "\(run.output)"
    )
  }
}
