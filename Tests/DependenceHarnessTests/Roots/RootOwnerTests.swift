import Dependence
import DependenceHarness
import Testing

struct RootOwnerTests {
  /// A runner that records some failures, and asks about each.
  private final class AskingOwner: RootOwner {
    let name = "pays()"
    let fates = Lock<[FailureFate]>([])
    let parts = Lock<[Bool]>([])

    func receive(_ issue: DependencyIssue) -> Bool { true }
    func scopeWillEscape() {}

    @concurrent
    func watching(
      _ decide: @escaping @Sendable (_ failure: String) -> FailureFate,
      including isPart: @escaping @Sendable () -> Bool,
      operation: @concurrent @Sendable () async throws -> Void
    ) async throws {
      try await operation()
      for failure in ["it failed", "it failed (in iteration 1)"] {
        fates.withLock { $0.append(decide(failure)) }
      }
      parts.withLock { $0.append(isPart()) }
    }
  }

  @Test func `a failure is annotated, unless it has the note already`() async throws {
    let owner = AskingOwner()

    try await owner.annotating("in iteration 1") {}

    #expect(owner.fates.withLock { $0 } == [.annotated("in iteration 1"), .kept])
    #expect(owner.parts.withLock { $0 } == [false])
  }

  @Test func `a test of which nothing is known records nothing, and shows no notes`() async throws {
    let owner = SilentOwner()
    let hasRun = Counter()

    try await owner.annotating("in iteration 1") { hasRun.add(1) }

    #expect(hasRun.value == 1)
    #expect(!owner.hasRecorded(CancellationError()))
    #expect(!owner.explainsFailures)
    #expect(owner.failureCount == 0)
  }
}
