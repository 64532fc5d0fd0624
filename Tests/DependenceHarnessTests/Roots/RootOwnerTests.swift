import Dependence
import DependenceHarness
import Testing

struct RootOwnerTests {
  @Test
  func `a root owner without a test runner records nothing and shows no notes`() async throws {
    let owner = SilentOwner()
    let hasRun = Counter()

    try await owner.watching({ _ in .dropped }, including: { false }) { hasRun.add(1) }
    owner.attach([])

    #expect(hasRun.value == 1)
    #expect(!owner.hasRecorded(CancellationError()))
    #expect(!owner.showsNotes)
    #expect(owner.failureCount == 0)
  }
}
