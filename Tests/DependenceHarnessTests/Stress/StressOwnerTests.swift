import Dependence
import DependenceHarness
import Testing

/// The requests of a run to the test that owns it.
struct StressOwnerTests {
  private let owner = RecordingOwner()

  private func inTest(_ operation: () async throws -> Void) async throws {
    try await Frame.bind(RootFrame(DependencyRoot(owner: owner)), operation)
  }

  @Test func `every iteration belongs to the test`() async throws {
    try await inTest {
      try await stress(iterations: 3) { reportIssue("\($0.number)") }
    }

    #expect(owner.issues.map { $0.message.prefix(1) }.sorted() == ["1", "2", "3"])
  }

  @Test func `no iteration begins before all that start with it are ready`() async throws {
    try await inTest {
      try await stress(iterations: 64, concurrency: 8) { iteration in
        let wave = (iteration.number - 1) / 8
        if owner.notes.count != (wave + 1) * 8 {
          reportIssue("it began before the others were ready")
        }
      }
    }

    #expect(owner.issues.isEmpty)
  }

  @Test func `the runner is asked to note every iteration`() async throws {
    try await inTest {
      try await stress(iterations: 2, seed: 42) { _ in }
    }

    #expect(
      owner.notes.sorted()
        == (1...2).map {
          "in iteration \($0) of 2, seed 42: repeat it with stress(iterations: 2, seed: 42)"
        }
    )
  }

  @Test func `an error that stands for a recorded issue is no second one`() async throws {
    try await inTest {
      try await stress(iterations: 2) { _ in throw RecordingOwner.Recorded() }
    }

    #expect(owner.issues.isEmpty)
  }
}
