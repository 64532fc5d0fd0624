import DependenceTesting
import Foundation
import Testing

private struct Failure: Error {}

private let isProbing = ProcessInfo.processInfo.environment["DEPENDENCE_PROBE"] != nil

/// Tests whose iterations create spies and faults. `StressAuditTests` runs them in a separate
/// process. Wrapped closures have a parameter, because the compiler of Swift 6.3 crashes in release
/// builds for wrapped closures without parameters.
@Suite(.enabled(if: isProbing, "only started by StressAuditTests"), .dependencies)
struct StressAuditProbes {
  private func poll(_ spy: Spy<Int, Void>) {
    let poll: @Sendable (Int) -> Void = spy.wrap { _ in }
    poll(1)
  }

  private func load(_ faults: Faults, isFailing: Bool = false) {
    let load: @Sendable (Int) throws -> Void = faults.wrap("API.load") { _ in
      if isFailing { throw Failure() }
    }
    try? load(1)
  }

  @Test func `no iteration checks its spy`() async throws {
    try await stress(iterations: 4) { _ in poll(Spy("API.poll")) }
  }

  @Test(.stress(iterations: 4)) func `no iteration of the trait checks its spy`() {
    poll(Spy("API.poll"))
  }

  @Test func `no iteration of a nested stress test checks its spy`() async throws {
    try await stress(iterations: 2) { _ in
      try await stress(iterations: 2) { _ in poll(Spy("API.poll")) }
    }
  }

  @Test func `one of two spies is checked`() async throws {
    try await stress(iterations: 4) { _ in
      for name in ["API.poll", "API.save"] {
        let spy = Spy<Int, Void>(name)
        poll(spy)
        if name == "API.save" { spy.expectCalls(count: 1) }
      }
    }
  }

  @Test(.stress(iterations: 4)) func `one iteration checks its spy`() {
    let spy = Spy<Int, Void>("API.poll")
    poll(spy)
    if StressIteration.current?.number == 3 { spy.expectCalls(count: 1) }
  }

  @Test func `the spies are checked after the iterations`() async throws {
    let spies = Lock<[Spy<Int, Void>]>([])
    try await stress(iterations: 4) { _ in
      let spy = Spy<Int, Void>("API.poll")
      poll(spy)
      spies.withLock { $0.append(spy) }
    }
    for spy in spies.withLock({ $0 }) { spy.expectCalls(count: 1) }
  }

  @Test func `a shared spy is checked after the iterations`() async throws {
    let spy = Spy<Int, Void>("API.poll")
    let poll: @Sendable (Int) -> Void = spy.wrap { _ in }
    try await stress(iterations: 4) { _ in poll(1) }
    spy.expectCalls(count: 4)
  }

  @Test func `every iteration throws before it checks its spy`() async {
    await withKnownIssue {
      try await stress(iterations: 4) { _ in
        poll(Spy("API.poll"))
        throw Failure()
      }
    }
  }

  @Test func `no iteration calls an endpoint with faults`() async throws {
    try await stress(iterations: 4) { _ in
      _ = Faults([.throwing(Failure())])
    }
  }

  @Test(
    .stress(iterations: 4),
    .faults(seed: 7, [.throwing(Failure(), probability: 0.000_1)]) { faults, _ in
      let load: @Sendable (Int) throws -> Void = faults.wrap("API.load") { _ in }
      try? load(1)
    }
  )
  func `the seed selects no call in any iteration`() {}

  @Test func `one iteration calls an endpoint with faults`() async throws {
    try await stress(iterations: 4) { iteration in
      let faults = Faults([.throwing(Failure())])
      if iteration.number == 3 { load(faults) }
    }
  }

  @Test func `shared faults are injected in the iterations`() async throws {
    let faults = Faults(seed: 7, [.throwing(Failure())])
    try await stress(iterations: 4) { _ in load(faults) }
  }

  @Test func `a random seed selects no call`() async throws {
    try await stress(iterations: 4) { _ in
      load(Faults([.throwing(Failure(), probability: 0.000_1)]))
    }
  }
}

struct StressAuditTests {
  private func run(_ probe: String, isAudited: Bool = true) async throws -> TestBinary {
    try await TestBinary(
      filter: "StressAuditProbes/.\(probe)`",
      environment: ["DEPENDENCE_PROBE": "1", "DEPENDENCE_AUDIT": isAudited ? "1" : "0"]
    )
  }

  @Test(
    arguments: [
      ("no iteration checks its spy", "checked the calls to API.poll."),
      ("no iteration of the trait checks its spy", "checked the calls to API.poll."),
      ("no iteration of a nested stress test checks its spy", "checked the calls to API.poll."),
      ("one of two spies is checked", "checked the calls to API.poll."),
      (
        "no iteration calls an endpoint with faults",
        "injected these faults. In the run that ended last, no wrapped endpoint was called."
      ),
      (
        "the seed selects no call in any iteration",
        "injected these faults. In the run that ended last, the seed selected none of the calls (1)."
      ),
    ]
  )
  func `an audit reports once what no iteration uses`(
    probe: String,
    message: String
  ) async throws {
    let audited = try await run(probe)
    let other = try await run(probe, isAudited: false)

    #expect(!audited.hasPassed)
    #expect(audited.output.contains("No run of this repeated test \(message)"), "\(audited.output)")
    #expect(
      audited.output.components(separatedBy: "recorded an issue").count == 2,
      "\(audited.output)"
    )
    #expect(other.hasPassed, "\(other.output)")
  }

  @Test(
    arguments: [
      "one iteration checks its spy", "the spies are checked after the iterations",
      "a shared spy is checked after the iterations",
      "every iteration throws before it checks its spy",
      "one iteration calls an endpoint with faults",
      "shared faults are injected in the iterations", "a random seed selects no call",
    ]
  )
  func `an audit accepts what one iteration uses, or what may be used by chance`(
    probe: String
  ) async throws {
    let audited = try await run(probe)

    #expect(audited.hasPassed, "\(audited.output)")
    #expect(audited.output.contains("Test \"\(probe)\" passed"), "\(audited.output)")
  }
}
