import Dependence
import DependenceHarness
import Testing

/// Tests of how `stress` reports to the test that runs it.
struct StressOwnerTests {
  private let owner = RecordingOwner()

  private func inTest(_ operation: () async throws -> Void) async throws {
    try await Frame.bind(RootFrame(DependencyRoot(owner: owner)), operation)
  }

  @Test func `issues of every iteration are reported to the test`() async throws {
    try await inTest {
      try await stress(iterations: 3) { reportIssue("\($0.number)") }
    }

    #expect(owner.issues.map { $0.message.prefix(1) }.sorted() == ["1", "2", "3"])
  }

  @Test func `no iteration begins before all iterations of its wave are ready`() async throws {
    try await inTest {
      try await stress(iterations: 64, concurrency: 8) { iteration in
        let wave = (iteration.number - 1) / 8
        if owner.watchCount != (wave + 1) * 8 {
          reportIssue("it began before the others were ready")
        }
      }
    }

    #expect(owner.issues.isEmpty)
  }

  @Test
  func `equal failures that the test runner finds become one issue with their count`() async throws
  {
    let site = SourceSite(line: 7)
    let owner = RecordingOwner(failures: [
      RunnerFailure("1 == 2", at: site), RunnerFailure("known", at: site, isKnown: true),
    ])
    try await Frame.bind(RootFrame(DependencyRoot(owner: owner))) {
      try await stress(iterations: 3, seed: 42) { _ in }
    }

    let repeating = "seed 42: repeat it with stress(iterations: 3, seed: 42)"
    #expect(
      owner.issues.map(\.message) == [
        "1 == 2 (in 3 of 3 iterations, first in iteration 1 of 3, \(repeating))"
      ]
    )
    #expect(owner.issues.first?.site == site)
    #expect(owner.fatesOfFailures.count { $0 == .dropped } == 3)
    #expect(owner.fatesOfFailures.count { $0 == .kept } == 3)
  }

  @Test
  func `at most 20 different failures are reported, and the others are counted`() async throws {
    try await inTest {
      try await stress(iterations: 100, seed: 42) { reportIssue("number \($0.number)") }
    }

    #expect(owner.issues.count == 21)
    #expect(owner.issues.last?.message.hasPrefix("80 more different failures") == true)
  }

  @Test func `an error whose issue is already recorded is not reported again`() async throws {
    try await inTest {
      try await stress(iterations: 2) { _ in throw RecordingOwner.Recorded() }
    }

    #expect(owner.issues.isEmpty)
  }
}
