import DependenceMacros
import DependenceSimulation
import DependenceTesting
import Synchronization
import Testing

@DependencyClient
struct UploadClient: Sendable {
  var upload: @Sendable (_ file: String) async throws -> Void
}

extension DependencyValues {
  @DependencyEntry(test: UploadClient.unimplemented)
  var uploads: UploadClient = UploadClient(upload: { _ in })
}

private struct Offline: Error {}

/// Tests that fail in many runs of a search or in many iterations of a stress test.
struct RepeatedFailureTests {
  @Test(
    .explore(300),
    .dependencies { $0.uploads.upload = { _ in } },
    .faults([.throwing(Offline(), probability: 0.5)]) { faults, dependencies in
      dependencies.uploads.upload = faults.wrap("UploadClient.upload", dependencies.uploads.upload)
    }
  )
  func faultsInASearch() async {
    let entries = await addTwoEntries(steps: 10)
    #expect(entries.count == 2)
    @Dependency(\.uploads) var uploads
    try? await uploads.upload("a.txt")
  }

  @Test(
    .faults([.throwing(Offline(), probability: 1)]) { faults, dependencies in
      dependencies.uploads.upload = faults.wrap("UploadClient.upload", { _ in })
    },
    .explore(300)
  )
  func faultsBeforeASearch() async {
    @Dependency(\.uploads) var uploads
    try? await uploads.upload("a.txt")
    let entries = await addTwoEntries(steps: 10)
    #expect(entries.count == 2)
  }

  @Test(.stress(iterations: 300))
  func stress() async {
    #expect(1 == 2)
    reportIssue("It went wrong.")
  }

  @Test(.explore(100))
  func everySchedule() async {
    async let first = 1
    async let second = 2
    #expect(await first + second == 4)
  }

  @Test func knownFailure() async {
    await withKnownIssue {
      try await explore(schedules: 100) { _ in
        let entries = await addTwoEntries(steps: 10)
        #expect(entries.count == 2)
      }
    }
  }

  @Test(.explore(100))
  func knownFailureInEachRun() async {
    await withKnownIssue {
      await Task.yield()
      #expect(1 == 2)
    }
  }

  @Test(.explore(100))
  func knownIssueInEachRun() async {
    await withKnownIssue {
      await Task.yield()
      reportIssue("It is known.")
    }
  }

  @Test func knownFailureByItsText() async throws {
    try await withKnownIssue {
      try await explore(schedules: 100) { _ in reportIssue("It is known.") }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("It is known.") }
    }
  }

  @Test func knownFailureThatDoesNotHappen() async {
    await withKnownIssue {
      try await explore(schedules: 10) { _ in #expect(1 == 1) }
    }
  }
}
